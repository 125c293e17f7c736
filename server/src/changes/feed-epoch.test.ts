import { afterAll, beforeAll, expect, test } from "vitest";
import { type ReplicatedPostgres, startReplicatedPostgres } from "../testing/replicated-postgres.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { encodeCursor, epochSize, type Position, parseStart } from "./change-cursor.ts";

let postgres: ReplicatedPostgres;
let service: TestService;
/** Of the end of the log that the replica has, and of changes that were lost. */
let kept: string;
let lost: string;
let consumerCursor: string;

beforeAll(async () => {
  postgres = await startReplicatedPostgres();
  // The standby comes first, and any means the primary.
  service = await startTestService({ DATABASE_URL: postgres.listUrl.replace("read-write", "any") });
  for (const name of ["Spring", "Summer"]) await create(name);
  kept = (await poll("beginning")).body.coveredUntil;
  consumerCursor = (await service.call("PUT", "/change-consumers/shop", { body: { cursor: kept } })).body.cursor;
  await postgres.awaitReplica();
  await postgres.detachReplica();
  for (const name of ["Autumn", "Winter"]) await create(name);
  lost = (await poll(kept)).body.coveredUntil;
  await postgres.stopPrimary();
  await postgres.promoteReplica();
  await waitUntil("the node writes to the new primary", async () => (await create("Carnival")).status === 201);
  await create("Easter");
}, 120_000);

afterAll(async () => {
  await service.stop();
  await postgres.stop();
});

function create(name: string) {
  return service.call("POST", "/items", { body: { name } });
}

function poll(after: string) {
  return service.call("GET", `/change-history?after=${after}`);
}

function nameOf({ propertyDiffs }: { propertyDiffs: { name: { newValue: string } } }): string {
  return propertyDiffs.name.newValue;
}

function positionOf(cursor: string): Position {
  const position = parseStart("after", cursor);
  if (typeof position === "string") throw new Error(`${cursor} is not a position.`);
  return position;
}

test("a cursor from before the failover continues with the changes of the new epoch", async () => {
  const { status, body } = await poll(kept);

  expect(status).toBe(200);
  expect(body.results.map(nameOf)).toEqual(["Carnival", "Easter"]);
  expect(positionOf(body.coveredUntil).sequence).toBe(positionOf(kept).sequence + 2 + epochSize);
});

test("a cursor beyond the fork returns 410 with advice, whatever the clock of the new primary says", async () => {
  const [carnival] = (await poll(kept)).body.results;
  // As if the clock of the lost primary had been ahead: by its time and number, the next change would be the right one.
  const stamp = positionOf(carnival.id).stamp + 1;
  const ofFastClock = encodeCursor({ sequence: positionOf(kept).sequence + 1, stamp });

  const answers = [await poll(lost), await poll(ofFastClock)];
  const moved = await service.call("PUT", "/change-consumers/shop", { body: { cursor: lost } });

  for (const { status, body } of [...answers, moved]) {
    expect({ status, code: body.code }).toEqual({ status: 410, code: "cursor-gone" });
    expect(body.detail).toContain("lost in a failover");
  }
});

test("records have one id each, and their ids and the stored positions of consumers stay valid", async () => {
  const { body } = await poll("beginning");
  const ids: string[] = body.results.map(({ id }: { id: string }) => id);

  const answers = await Promise.all(ids.map(poll));
  const { body: consumer } = await service.call("GET", "/change-consumers/shop");

  expect(body.results.map(nameOf)).toEqual(["Spring", "Summer", "Carnival", "Easter"]);
  expect(ids).toEqual(ids.toSorted());
  expect(answers.map((answer) => answer.body.results.length)).toEqual([3, 2, 1, 0]);
  expect(consumer).toMatchObject({ cursor: consumerCursor, lag: 2 });
});
