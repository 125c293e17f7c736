import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startTestService, type TestService, testSecret } from "../testing/test-service.ts";
import { createOrgBySlug } from "./admin-actions.ts";
import * as orgs from "./org-actions.ts";

let service: TestService;
let printed: string[];

beforeAll(async () => {
  // Lists show all orgs.
  service = await startTestService();
  vi.stubEnv("DATABASE_URL", service.database.connectionString);
  vi.stubEnv("WEFT_SECRET", testSecret);
  vi.spyOn(console, "log").mockImplementation((line: string) => void printed.push(line));
  printed = [];
  await createOrgBySlug("fall26", { name: "Fall 2026" });
});

afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await service.stop();
});

beforeEach(() => {
  printed = [];
});

const text = () => printed.join("\n");

test("list prints a line for each organization, as columns or JSON", async () => {
  await orgs.listOrgs({});
  const columns = [...printed];
  printed = [];
  await orgs.listOrgs({ json: true });

  expect(columns.map((line) => line.split(/ +/).slice(0, 3))).toEqual([
    ["SLUG", "STATUS", "USERS"],
    ["demo", "active", "1"],
    ["fall26", "active", "0"],
  ]);
  expect(printed.map((line) => JSON.parse(line))).toMatchObject([{ slug: "demo" }, { slug: "fall26", entities: 0 }]);
});

test("a suspended organization is shown with its reason, and resumed", async () => {
  await orgs.suspend("fall26", { reason: "Unpaid." });
  await orgs.showOrg("fall26", {});
  const shown = text();
  await orgs.resume("fall26");
  printed = [];
  await orgs.listOrgs({ status: "suspended" });

  expect(shown).toContain("weft admin orgs resume fall26");
  expect(shown).toMatch(/status +suspended/);
  expect(shown).toMatch(/suspended +\S+Z: Unpaid\./);
  expect(printed).toHaveLength(1);
});

test("a renamed organization is found by both slugs", async () => {
  await orgs.rename("fall26", "autumn26");
  await orgs.showOrg("fall26", {});
  const shown = text();
  await orgs.rename("autumn26", "fall26");
  await orgs.release("fall26", "autumn26");

  expect(shown).toMatch(/^autumn26 \(\S{16}\): Fall 2026$/m);
  expect(shown).toMatch(/former slug +fall26 until/);
  await expect(orgs.release("fall26", "autumn26")).rejects.toThrow("former slug");
  await expect(orgs.rename("fall26", "Not A Slug")).rejects.toThrow("A slug has up to 63 characters");
});

test("delete needs a confirmation, and can be canceled", async () => {
  const isTerminal = process.stdin.isTTY;
  process.stdin.isTTY = false;
  await expect(orgs.requestDeletionOfOrg("fall26", { waitDays: 7 })).rejects.toThrow("--confirm fall26");
  process.stdin.isTTY = isTerminal;
  await expect(orgs.requestDeletionOfOrg("fall26", { waitDays: 7, confirm: "demo" })).rejects.toThrow("repeat");
  await expect(orgs.requestDeletionOfOrg("fall26", { waitDays: -1, confirm: "fall26" })).rejects.toThrow("--wait-days");

  await orgs.requestDeletionOfOrg("fall26", { waitDays: 2, confirm: "fall26" });
  await orgs.listReceipts({});
  const shown = text();
  await orgs.resume("fall26");
  printed = [];
  await orgs.listReceipts({});

  expect(shown).toContain("weft admin orgs resume fall26");
  expect(shown).toMatch(/deletion of +fall26 \(\S{16}\)\n +requested +\S+ by \S+/);
  expect(shown).toMatch(/completed +not yet/);
  expect(printed).toEqual([]);
});

test("an unknown organization is reported", async () => {
  await expect(orgs.showOrg("nowhere", {})).rejects.toThrow("There is no organization nowhere here");
  await expect(orgs.suspend("nowhere", { reason: "x" })).rejects.toThrow("There is no organization nowhere here");
});
