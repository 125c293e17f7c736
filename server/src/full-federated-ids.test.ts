import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrationsFolder } from "./config/open-database.ts";
import { findShortFederatedIds } from "./entities/model/entity-store.ts";
import { byFederatedId, load, rows } from "./loader/testing/loading.ts";
import { followedBy, sql } from "./platform/database/sql.ts";
import { startTestService, type TestService } from "./testing/test-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.stop());

const suppliers = {
  loadType: ["CUSTOM_ENTITY"],
  conditionalColumns: [{ toProperty: "typePath", default: "custom-entity:supplier" }],
};

async function createSupplier(federatedId: string): Promise<string> {
  const { body } = await service.call("PUT", `/custom-entities/federated/${federatedId}`, {
    body: { name: federatedId, typePath: "custom-entity:supplier" },
  });
  return body.id;
}

test("a load updates the entity that the API has created, and the API reads what a load has created", async () => {
  const id = await createSupplier("S1");

  const loaded = await load(service, rows("federatedId,name", "S1,Acme", "M1,Mill"), suppliers);

  expect(loaded.counts).toMatchObject({ "custom-entity": { created: 1, updated: 1 } });
  expect(await byFederatedId(service, "custom-entities", "S1")).toMatchObject({ id, name: "Acme" });
  expect(await byFederatedId(service, "custom-entities", "M1")).toMatchObject({ name: "Mill" });
});

test("a reference to custom entities of any type is found by a short federatedId", async () => {
  const id = await createSupplier("R1");
  await service.call("POST", "/entity-types", {
    body: {
      typePath: "item:sourced",
      properties: [
        { slug: "source", label: "Source", propertyType: "object_reference", referenceType: "custom-entity" },
      ],
    },
  });

  const csv = rows("itemFamilyFederatedId,name,typePath,source", "SO1,Parka,item:sourced,R1");
  const loaded = await load(service, csv, { loadType: ["ITEM"] });

  expect(loaded).toMatchObject({ status: "completed", warnings: 0 });
  expect(await byFederatedId(service, "items", "SO1")).toMatchObject({ source: id });
});

test("the migration completes short federatedIds, and doctor reports those whose full form is taken", async () => {
  const { db } = service.database;
  const [old, twin, full] = [await createSupplier("O1"), await createSupplier("T1"), await createSupplier("T2")];
  await db.query(sql`update entities set federated_id = 'O1' where id = ${old}`);
  await db.query(sql`update entities set federated_id = 'T2' where id = ${twin}`);

  const script = await readFile(join(migrationsFolder, "0025_full_federated_ids.sql"), "utf8");
  await db.query(followedBy(sql``, script));

  const { body: kept } = await service.call("GET", `/custom-entities/${twin}`);
  expect(await byFederatedId(service, "custom-entities", "custom-entity:supplier:O1")).toMatchObject({ id: old });
  expect(await byFederatedId(service, "custom-entities", "custom-entity:supplier:T2")).toMatchObject({ id: full });
  expect(kept.federatedId).toBe("T2");
  expect(await findShortFederatedIds(db)).toEqual(["T2"]);
});
