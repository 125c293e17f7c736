import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shareTestService, type TestService } from "../../server/src/testing/test-service.ts";
import { runInTerminal, runWeft } from "../testing/run-weft.ts";

let service: TestService;
let env: Record<string, string>;

beforeAll(async () => {
  service = await shareTestService();
  const { apiKey, orgSlug } = service.first;
  env = { WEFT_API_KEY: apiKey, WEFT_ORG: orgSlug, WEFT_BASE_URL: `${service.address}/api` };
});

afterAll(() => service.stop());

async function weft(args: readonly string[], input?: string) {
  return runWeft(args, { env, ...(input === undefined ? {} : { input }) });
}

async function createItem(name: string): Promise<{ id: string; version: number }> {
  const { stdout } = await weft(["items", "create", "--set", `name=${name}`, "--set", "price=129.5", "--json"]);
  return JSON.parse(stdout);
}

describe("the verbs on an item", () => {
  test("it is created, read, changed and deleted", async () => {
    const { id, version } = await createItem("Parka");
    const changed = await weft(["items", "update", id, "--set", "price=119", "--if-match", String(version), "--json"]);
    const read = await weft(["items", "get", id]);
    const deleted = await weft(["items", "delete", id, "--yes"]);
    const gone = await weft(["items", "get", id]);

    expect(JSON.parse(changed.stdout)).toMatchObject({ id, name: "Parka", price: 119 });
    expect(read.stdout).toMatch(/^price +119$/m);
    expect(deleted).toMatchObject({ code: 0, stdout: `Deleted ${id}.\n` });
    expect(gone).toMatchObject({ code: 3, stdout: "" });
    expect(gone.stderr).toMatch(/^weft: .*\(request [\w-]+\)$/m);
  });

  test("the history shows the CLI as the source of the change", async () => {
    const { id } = await createItem("Cape");

    const { body } = await service.call("GET", `/change-history?criteria=~(entityReference~'item*3a${id})`);

    expect(body.results).toMatchObject([{ action: "create", source: "cli" }]);
  });

  test("an outdated version is rejected", async () => {
    const { id } = await createItem("Shawl");

    const run = await weft(["items", "update", id, "--set", "price=1", "--if-match", "99"]);

    expect(run.code).toBe(5);
  });

  test("an external ID finds, creates and updates it", async () => {
    const created = await weft(["items", "upsert", "K 1/ä", "--set", "name=Coat"]);
    const changed = await weft(["items", "upsert", "K 1/ä", "--set", "color=red"]);
    const read = await weft(["items", "get", "--federated-id", "K 1/ä", "--json"]);

    expect([created.code, changed.code]).toEqual([0, 0]);
    expect(JSON.parse(read.stdout)).toMatchObject({ name: "Coat", color: "red", federatedId: "K 1/ä" });
  });

  test("a dry run writes nothing", async () => {
    const run = await weft(["items", "create", "--set", "name=Ghost", "--dry-run", "--json"]);
    const found = await weft(["items", "list", "--where", "name=Ghost", "--json"]);

    expect(JSON.parse(run.stdout)).toMatchObject({ name: "Ghost" });
    expect(JSON.parse(found.stdout)).toEqual({ results: [] });
  });

  test("data is read from standard input, as JSON or YAML", async () => {
    const json = await weft(["items", "create", "--data", "-", "--json"], '{"name": "Vest", "sizes": ["S", "M"]}');
    const yaml = await weft(["items", "create", "--data", "-", "--json"], "name: Vest\nsizes: [S, M]\n");

    expect(JSON.parse(json.stdout)).toMatchObject({ name: "Vest", sizes: ["S", "M"] });
    expect(JSON.parse(yaml.stdout)).toMatchObject({ name: "Vest", sizes: ["S", "M"] });
  });

  test("a delete asks for confirmation in a terminal, and is rejected without one", async () => {
    const { id } = await createItem("Sock");
    const unasked = await weft(["items", "delete", id]);
    const kept = await runInTerminal(["items", "delete", id], { env, typed: [{ after: /\[y\/N\]/, text: "n\r" }] });
    const deleted = await runInTerminal(["items", "delete", id], { env, typed: [{ after: /\[y\/N\]/, text: "y\r" }] });

    expect(unasked.code).toBe(2);
    expect(unasked.stderr).toContain("--yes");
    expect([kept.code, kept.shown]).toEqual([1, expect.stringContaining("Nothing was changed.")]);
    expect([deleted.code, deleted.shown]).toEqual([0, expect.stringContaining(`Deleted ${id}.`)]);
  });
});

describe("lists", () => {
  beforeAll(async () => {
    const operations = Array.from({ length: 25 }, (_, index) => ({
      op: "create",
      object: { name: `Listed ${String(index).padStart(2, "0")}`, line: "listed", rank: index },
    }));
    const run = await weft(["items", "batch", "-"], JSON.stringify(operations));
    expect(run.code).toBe(0);
  });

  test("a page prints its page key, and the next page continues there", async () => {
    const args = ["items", "list", "--where", "line=listed", "--order", "rank:desc", "--limit", "10"];
    const first = await weft([...args, "--json"]);
    const { results, nextPageKey } = JSON.parse(first.stdout);
    const second = await weft([...args, "--page", nextPageKey, "--json"]);
    const shown = await weft(args);

    expect(results.map((item: { rank: number }) => item.rank)).toEqual([24, 23, 22, 21, 20, 19, 18, 17, 16, 15]);
    expect(JSON.parse(second.stdout).results[0]).toMatchObject({ rank: 14 });
    expect(shown.stdout.split("\n")[0]).toMatch(/^ID +NAME +FEDERATEDID +TYPEPATH +UPDATEDON$/);
    expect(shown.stderr).toContain("--all");
  });

  test("all pages are printed as lines", async () => {
    const args = ["items", "list", "--where", "line=listed", "--limit", "10", "--all"];
    const { stdout } = await weft([...args, "--json"]);
    const shown = await weft([...args, "--fields", "rank,name"]);

    const ranks = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).rank);
    expect(ranks.sort((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, index) => index));
    expect(shown.stdout.match(/Listed \d\d/g)).toHaveLength(25);
  });

  test("criteria can be JSON, and the total can be counted", async () => {
    const run = await weft(["items", "list", "--criteria", '{"line": "listed", "rank": {"gte": 20}}', "--total"]);

    expect(run.stderr).toContain("5 in total.");
  });

  test("a validation error shows its position", async () => {
    const run = await weft(["items", "list", "--criteria", "line=listed", "--json"]);

    expect(run.code).toBe(6);
    expect(JSON.parse(run.stderr)).toMatchObject({ error: { code: "invalid-query-object", status: 400 } });
  });

  test("a table is cut to the width of a narrow terminal", async () => {
    const args = ["items", "list", "--where", "line=listed", "--limit", "2"];
    const { shown } = await runInTerminal(args, { env, columns: 60 });

    const rows = shown.split(/\r?\n/).filter((line) => line.includes("Listed"));
    expect(rows.map((row) => row.length <= 60)).toEqual([true, true]);
  });
});

test("a batch is atomic, unless disabled", async () => {
  const operations = JSON.stringify([
    { op: "create", object: { name: "Kept", federatedId: "batch-1" } },
    { op: "update", id: "AAAAAAAAAAAAAAAA", object: { name: "Nobody" } },
  ]);
  const whole = await weft(["items", "batch", "-", "--json"], operations);
  const parts = await weft(["items", "batch", "-", "--no-atomic", "--json"], operations);

  expect(whole.code).toBe(6);
  expect(parts.code).toBe(1);
  expect(JSON.parse(parts.stdout)).toMatchObject({ results: [{ status: 201 }, { status: 404 }] });
});

test("administration kinds have the same verbs under their own names", async () => {
  const created = await weft(["roles", "create", "--data", '{"name": "reader", "rights": []}', "--json"]);
  const listed = await weft(["roles", "list"]);
  const plural = await weft(["api-keys", "list", "--json"]);

  expect(created).toMatchObject({ code: 0 });
  expect(listed.stdout).toContain("reader");
  expect(JSON.parse(plural.stdout).results.length).toBeGreaterThan(0);
});

test.each([
  ["ids with --json", ["items", "list", "--ids", "--json"], "--ids and --json cannot be combined."],
  ["ids of tasks with --json", ["tasks", "claim", "--ids", "--json"], "--ids and --json cannot be combined."],
  ["two conditions on one field", ["items", "list", "--where", "name=a", "--where", "name=b"], "Use --criteria"],
])("a list rejects %s", async (_name, args, words) => {
  const run = await weft(args);

  expect(run).toMatchObject({ code: 2, stdout: "" });
  expect(run.stderr).toContain(words);
});

describe("the examples of the help run as written", () => {
  test.each([
    ["projects", "create"],
    ["workspaces", "create"],
    ["assortments", "create"],
    ["items", "create"],
    ["project-items", "create"],
    ["assortment-items", "create"],
    ["types", "create"],
    ["users", "create"],
    ["roles", "create"],
    ["apps", "create"],
    ["option-sets", "create"],
    ["inbound-webhooks", "create"],
    ["deliveries", "list"],
    ["keys", "list"],
    ["loads", "list"],
  ])("%s %s", async (noun, verb) => {
    const help = await weft([noun, verb, "--help"]);
    const examples = [...help.stdout.matchAll(/^ {2}weft (.*)$/gm)].map(([, line = ""]) => line);
    const lines = examples.filter((line) => !line.includes("@draft"));

    for (const line of lines) {
      const words = (line.match(/(?:'[^']*'|\S)+/g) ?? []).map((word) => word.replaceAll("'", ""));
      const run = await weft(await withIds(words));
      expect(run, line).toMatchObject({ code: 0 });
    }
    expect(lines.length).toBeGreaterThan(0);
  });

  /** Replaces <id> with the newest entity of the kind that a field refers to. */
  async function withIds(words: readonly string[]): Promise<string[]> {
    const typed: string[] = [];
    for (const word of words) {
      const [, kind] = /^(\w+)Id=<id>$/.exec(word) ?? [];
      const found = kind && (await weft([`${kind}s`, "list", "--ids", "--order", "createdOn:desc", "--limit", "1"]));
      typed.push(found ? word.replace("<id>", found.stdout.trim()) : word);
    }
    return typed;
  }
});

test("search finds entities of all kinds by the beginnings of their words", async () => {
  const { id } = await createItem("Gaberdine trench");
  await weft(["colors", "create", "--set", "name=Trench sand"]);

  const found = await weft(["search", "TREN", "gab"]);
  const both = await weft(["search", "trench", "--kinds", "color,item", "--limit", "1", "--json"]);
  const nothing = await weft(["search", "nowhere"]);
  const refused = await weft(["search", "trench", "--kinds", "items"]);

  expect(found.stdout).toMatch(new RegExp(`^item +${id} +Gaberdine trench`, "m"));
  expect(found.stdout).not.toContain("sand");
  expect(JSON.parse(both.stdout).results).toMatchObject([{ kind: "item" }, { kind: "color" }]);
  expect(nothing).toMatchObject({ code: 0, stdout: "", stderr: "Nothing found.\n" });
  expect(refused).toMatchObject({ code: 6, stdout: "" });
  expect(refused.stderr).toContain("Did you mean item?");
});
