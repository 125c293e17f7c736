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
