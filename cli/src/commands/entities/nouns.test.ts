import { operations } from "@weft/contract";
import { describe, expect, test } from "vitest";
import { commandTable } from "../../command-table.ts";
import { nounCommand } from "./noun-command.ts";
import { nounGroups } from "./nouns.ts";

const nouns = nounGroups.flatMap((group) => group.nouns);

/** The kinds of the contract: those with a singular and a plural path, and a list operation. */
const kinds = [
  ...new Map(operations.flatMap(({ aliasOf }) => (aliasOf === undefined ? [] : [[aliasOf.singular, aliasOf.plural]]))),
].filter(([, plural]) => operations.some(({ id }) => id === `list-${plural}`));

describe("every kind of the contract is a noun with all its verbs", () => {
  test("each kind has one noun", () => {
    expect(nouns.map(({ kind }) => kind).sort()).toEqual(kinds.map(([name]) => name).sort());
  });

  test.each(kinds)("%s", async (kind, plural) => {
    const noun = nouns.find((candidate) => candidate.kind === kind);
    const expected = [
      [`list-${plural}`, "list"],
      [`get-${kind}`, "get"],
      [`create-${kind}`, "create"],
      [`update-${kind}`, "update"],
      [`delete-${kind}`, "delete"],
      [`put-${kind}-by-federated-id`, "upsert"],
      [`batch-${plural}`, "batch"],
      [`restore-${kind}`, "restore"],
    ].filter(([id]) => operations.some((operation) => operation.id === id));
    if (noun === undefined) throw new Error("Noun not found.");

    const command = await nounCommand(noun);

    const verbs = command.commands.flatMap((verb) => [verb.name(), ...verb.aliases()]);
    // A file is created by an upload.
    const wanted = expected.map(([, verb]) => (kind === "file" && verb === "create" ? "upload" : verb));
    expect(verbs).toEqual(expect.arrayContaining(wanted));
  });
});

test("no two commands share a name", () => {
  const names = commandTable.flatMap(({ entries }) => entries.flatMap(({ name, aliases = [] }) => [name, ...aliases]));

  expect(names).toEqual([...new Set(names)]);
});

describe("an option is offered if the operation has its parameter", () => {
  const verbsWithOptions = [
    { verb: "list", id: "list-{plural}", options: { fields: "fields", relations: "relations", q: "search" } },
    {
      verb: "get",
      id: "get-{kind}",
      options: { fields: "fields", relations: "relations", asOf: "asOf", federatedId: "federatedId" },
    },
    { verb: "create", id: "create-{kind}", options: { dryRun: "dryRun" } },
    { verb: "update", id: "update-{kind}", options: { dryRun: "dryRun", "If-Match": "ifMatch" } },
    {
      verb: "delete",
      id: "delete-{kind}",
      options: { dryRun: "dryRun", cascade: "cascade", purge: "purge", "If-Match": "ifMatch" },
    },
    { verb: "upsert", id: "put-{kind}-by-federated-id", options: { dryRun: "dryRun", "If-Match": "ifMatch" } },
    { verb: "batch", id: "batch-{plural}", options: { dryRun: "dryRun", cascade: "cascade" } },
    {
      verb: "restore",
      id: "restore-{kind}",
      options: { dryRun: "dryRun", cascade: "cascade", "If-Match": "ifMatch" },
    },
  ];

  test.each(nouns)("$name", async (noun) => {
    const { commands } = await nounCommand({ ...noun, own: async () => [] });
    const plural = kinds.find(([kind]) => kind === noun.kind)?.[1] ?? "";

    for (const { verb, id, options } of verbsWithOptions) {
      const operation = operations.find(
        (one) => one.id === id.replace("{kind}", noun.kind).replace("{plural}", plural),
      );
      const other = operations.find((one) => one.id === `get-${noun.kind}-by-federated-id`);
      const parameters = [
        ...Object.keys(operation?.query?.shape ?? {}),
        ...(operation?.requestHeaders ?? []),
        ...Object.keys(other?.params?.shape ?? {}),
      ];
      const names = commands.find((command) => command.name() === verb)?.options.map((one) => one.attributeName());
      const known = Object.entries(options).filter(([, name]) => names?.includes(name) === true);

      expect(known, verb).toEqual(
        Object.entries(options).filter(([parameter]) => operation !== undefined && parameters.includes(parameter)),
      );
    }
  });

  test("users cannot be purged, nor deleted with what depends on them", async () => {
    const users = nouns.find(({ kind }) => kind === "user");
    const { commands } = await nounCommand(users ?? nouns[0] ?? expect.unreachable());
    const names = commands.find((command) => command.name() === "delete")?.options.map(({ long }) => long);

    expect(names).toEqual(["--json", "--profile", "--org", "--base-url", "--if-match", "--dry-run", "--yes"]);
  });
});
