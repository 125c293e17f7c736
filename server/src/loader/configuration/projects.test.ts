import { afterAll, beforeAll, expect, test } from "vitest";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import { all, buildAssortments, byFederatedId, load, messagesIn, rows } from "../testing/loading.ts";

let service: TestService;
/** By identifier, the project. */
const projects: Record<string, { readonly id: string; readonly rootWorkspaceId: string }> = {};
/** By identifier, the assortment's id. */
const assortments: Record<string, string> = {};

beforeAll(async () => {
  service = await shareTestService();
  await service.call("PUT", "/entity-types/item", {
    body: { properties: [{ slug: "line", label: "Line", propertyType: "string" }] },
  });
  for (const season of ["spring", "summer", "fall", "winter"]) {
    const built = await buildAssortments(service, season, `${season}-line`, `${season}-extra`);
    projects[season] = built.project;
    for (const [name, { id }] of Object.entries(built.assortments)) {
      assortments[name] = id;
    }
  }
});

afterAll(() => service.stop());

let number = 0;

/** Loads a project item of a new family, and returns the identifier of its project and the load. */
async function projectOf(configuration: object, { header = "", cells = "" } = {}) {
  number += 1;
  const csv = rows(`itemFamilyFederatedId,name,line${header}`, `W${number},Way ${number},a${cells}`);
  const process = await load(service, csv, { loadType: ["ITEM", "PROJECT_ITEM"], ...configuration });
  const item = await byFederatedId(service, "items", `W${number}`);
  const made = (await all(service, "project-items")).filter(({ itemId }) => itemId === item?.id);
  const found = Object.entries(projects).filter(([, { id }]) => made.some(({ projectId }) => projectId === id));
  return { process, seasons: found.map(([season]) => season) };
}

function splitInto(...entries: readonly object[]) {
  return {
    assortmentSplit: {
      fieldToSplitOn: "line",
      values: entries.map((entry, index) => ({ value: "abcdef"[index], ...entry })),
    },
  };
}

test("workspaceIdentifier names the project, by its root workspace or by a folder below it", async () => {
  const body = { name: "Outerwear", identifier: "outerwear", parentWorkspaceId: projects["summer"]?.rootWorkspaceId };
  await service.call("POST", "/workspaces", { body });

  const root = await projectOf({ workspaceIdentifier: "spring" });
  const folder = await projectOf({ workspaceIdentifier: "outerwear" });

  expect(root.seasons).toEqual(["spring"]);
  expect(folder.seasons).toEqual(["summer"]);
  expect(root.process.counts["project-item"]).toEqual({ created: 1, updated: 0, unchanged: 0, deleted: 0, failed: 0 });
});

test("an unknown workspaceIdentifier fails the load before anything is written", async () => {
  const { process, seasons } = await projectOf({ workspaceIdentifier: "springg" });

  expect(process).toMatchObject({ status: "failed", failureArea: "VALIDATING_DATA", counts: {} });
  expect(process.issues).toMatchObject([{ issueType: "CONFIG", message: expect.stringContaining("springg") }]);
  expect(seasons).toEqual([]);
});

test.each([
  [1, "workspaceIdentifier", "spring"],
  [2, "an assortmentId of the split, wherever it stands", "summer"],
  [3, "an assortmentIdentifier of the split", "fall"],
  [4, "the assortmentId of the first row", "winter"],
])("of all project sources from %i on, the first is used: %s", async (from, _, season) => {
  const entries = [
    ...(from <= 3 ? [{ assortmentIdentifier: "fall-line" }] : []),
    ...(from <= 2 ? [{ assortmentId: assortments["summer-line"] }] : []),
  ];

  const { process, seasons } = await projectOf(
    {
      ...(from === 1 ? { workspaceIdentifier: "spring" } : {}),
      ...(entries.length > 0 ? splitInto(...entries) : {}),
    },
    { header: ",assortmentId", cells: `,${assortments["winter-line"]}` },
  );

  expect(process.status, messagesIn(process).join()).toBe("completed");
  expect(seasons).toEqual([season]);
});

test("the assortmentId may come from a conditional column if the file has none", async () => {
  const { seasons } = await projectOf({
    conditionalColumns: [{ toProperty: "assortmentId", default: assortments["winter-line"] }],
  });

  expect(seasons).toEqual(["winter"]);
});

test("only the assortmentId of the first row counts: if it is empty, there is no project", async () => {
  const process = await load(
    service,
    rows("itemFamilyFederatedId,name,assortmentId", "E1,One,", `E2,Two,${assortments["fall-line"]}`),
    { loadType: ["ITEM", "PROJECT_ITEM"] },
  );

  expect(process.issues).toMatchObject([{ issueType: "CONFIG", severity: "error" }]);
  expect(await byFederatedId(service, "items", "E1")).toBeUndefined();
});

test("with [ITEM, ASSORTMENT] the assortment's project is used, and no project items are created", async () => {
  const process = await load(service, rows("itemFamilyFederatedId,name,line", "N1,None,a"), {
    loadType: ["ITEM", "ASSORTMENT"],
    ...splitInto({ assortmentIdentifier: "fall-line" }),
  });

  const { id } = await byFederatedId(service, "items", "N1");
  const members = (await all(service, "assortment-items")).filter(({ itemId }) => itemId === id);
  expect(process.counts).not.toHaveProperty("project-item");
  expect(members).toMatchObject([{ assortmentId: assortments["fall-line"] }]);
});

test("the family and the option each get a project item with their own values", async () => {
  await service.call("PUT", "/entity-types/project-item", {
    body: { properties: [{ slug: "target", label: "Target", propertyType: "number" }] },
  });
  const header = "itemFamilyFederatedId,itemOptionFederatedId,name,optionName,targetFamily,targetOption";

  const process = await load(service, rows(header, "P1,P1-R,Parka,Red,100,40"), {
    loadType: ["ITEM", "PROJECT_ITEM"],
    workspaceIdentifier: "spring",
  });

  const [family, option] = [await byFederatedId(service, "items", "P1"), await byFederatedId(service, "items", "P1-R")];
  const targets = new Map((await all(service, "project-items")).map(({ itemId, target }) => [itemId, target]));
  expect(process.counts["project-item"]).toMatchObject({ created: 2 });
  expect([targets.get(family.id), targets.get(option.id)]).toEqual([100, 40]);
  expect(family).not.toHaveProperty("target");
});

test.each([
  [
    "the assortments of the split",
    () => splitInto({ assortmentIdentifier: "fall-line" }, { assortmentId: assortments["winter-line"] }),
  ],
  [
    "the workspace and an assortment",
    () => ({ workspaceIdentifier: "spring", ...splitInto({ assortmentIdentifier: "fall-line" }) }),
  ],
])("a load has one project: %s of two are rejected", async (_, configuration) => {
  const process = await load(service, rows("itemFamilyFederatedId,name,line", "O1,One,a"), {
    loadType: ["ITEM", "PROJECT_ITEM", "ASSORTMENT"],
    ...configuration(),
  });

  expect(process).toMatchObject({ status: "failed", failureArea: "VALIDATING_DATA" });
  expect(process.issues).toMatchObject([{ issueType: "CONFIG", message: expect.stringContaining("2 projects") }]);
  expect(await byFederatedId(service, "items", "O1")).toBeUndefined();
});

test.each([
  ["with project items", ["ITEM", "PROJECT_ITEM", "ASSORTMENT"]],
  ["without", ["ITEM", "ASSORTMENT"]],
])("rows that name assortments of two projects are rejected, %s", async (_, loadType) => {
  const process = await load(
    service,
    rows(
      "itemFamilyFederatedId,name,line,assortmentId",
      `O2,Two,a,${assortments["fall-line"]}`,
      `O3,Three,a,${assortments["fall-extra"]}`,
      `O4,Four,a,${assortments["winter-line"]}`,
    ),
    { loadType, ...splitInto({}) },
  );

  expect(process).toMatchObject({ status: "failed", failureArea: "VALIDATING_DATA", errors: 1 });
  expect(process.issues).toMatchObject([{ rowNumber: 4, columnName: "assortmentId", severity: "error" }]);
  expect(await byFederatedId(service, "items", "O2")).toBeUndefined();
});

test("workspaceIdentifier has no effect on a load without project items, with a warning", async () => {
  const process = await load(service, rows("itemFamilyFederatedId,name", "I1,Idle"), {
    loadType: ["ITEM"],
    workspaceIdentifier: "spring",
  });

  expect(process.status).toBe("completed");
  expect(process.issues).toMatchObject([{ issueType: "CONFIG", severity: "warning" }]);
});
