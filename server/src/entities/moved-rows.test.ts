import { afterAll, beforeAll, expect, test } from "vitest";
import { runOnce } from "../testing/test-database.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  // As while Citus moves an organization: locked rows are not found again.
  await runOnce(
    service.database.connectionString,
    `create function lose_row() returns trigger language plpgsql as 'begin return null; end';
     create trigger lose_row before update or delete on entities for each row when (old.name = 'Moved')
     execute function lose_row()`,
  );
});

afterAll(() => service.stop());

async function create(name: string): Promise<string> {
  return (await service.call("POST", "/items", { body: { name } })).body.id;
}

const change = (id: string) => ({ op: "update", id, object: { price: 1 } });

test.each([
  ["changes", (moved: string, kept: string) => [change(kept), change(moved)]],
  [
    "changes and adds",
    (moved: string, kept: string) => [change(kept), change(moved), { op: "create", object: { name: "New" } }],
  ],
  [
    "deletes",
    (moved: string, kept: string) => [
      { op: "delete", id: kept },
      { op: "delete", id: moved },
    ],
  ],
])("a batch that %s entities writes nothing if one of them is not found again", async (_, operationsOf) => {
  const kept = await create("Kept");
  const moved = await create("Moved");

  const { status, body } = await service.call("POST", "/items/batch", {
    body: { operations: operationsOf(moved, kept) },
  });

  expect({ status, code: body.code }).toEqual({ status: 503, code: "unavailable" });
  expect((await service.call("GET", `/items/${kept}`)).body).toMatchObject({ name: "Kept", version: 1 });
});
