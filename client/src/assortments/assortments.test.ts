import { afterAll, beforeAll, expect, test } from "vitest";
import { buildKey, buildOrg } from "../../../server/src/testing/builders.ts";
import { shareTestService, type TestService } from "../../../server/src/testing/test-service.ts";
import { Weft } from "../weft.ts";

let service: TestService;
let weft: Weft;

beforeAll(async () => {
  service = await shareTestService();
  const org = await buildOrg(service);
  const { apiKey } = await buildKey(service, org);
  weft = new Weft({ apiKey, orgSlug: org.slug, baseUrl: `${service.address}/api` });
});

afterAll(() => service.stop());

test("items are added, removed and published, with a history", async () => {
  const { rootWorkspaceId: workspaceId = "" } = await weft.entities.create({
    entityName: "project",
    object: { name: "Fall" },
  });
  const object = { name: "Shop", workspaceId };
  const { id: assortmentId } = await weft.entities.create({ entityName: "assortment", object });
  const { id } = await weft.entities.create({ entityName: "item", object: { name: "Parka" } });

  const tried = await weft.assortments.addItems({ assortmentId, itemIds: [id], dryRun: true });
  const added = await weft.assortments.addItems({ assortmentId, itemIds: [id] });
  const removed = await weft.assortments.removeItems({ assortmentId, itemIds: [id] });
  const published = await weft.assortments.publish({ assortmentId });
  const { results } = await weft.assortments.history({ assortmentId, limit: 10 });

  const outcomes = [tried, added, removed].map(({ items }) => items.map(({ outcome }) => outcome));
  expect(outcomes).toEqual([["added"], ["added"], ["removed"]]);
  expect(published.isPublished).toBe(false);
  expect(results).toHaveLength(2);
});
