import { expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { IdRewriter, IdSet } from "./rewrite-ids.ts";

test("a set has exactly the ids that were added, however similar they are", () => {
  const similar = Array.from({ length: 100_000 }, (_, number) => `Bsimilar${String(number).padStart(8, "0")}`);
  const made = Array.from({ length: 1_000 }, () => newId());
  const set = new IdSet();

  for (const id of [...similar, ...made, ...similar, "not an id"]) {
    set.add(id);
  }

  expect([...similar, ...made].filter((id) => !set.has(id))).toEqual([]);
  expect(["Bsimilar00100000", "AAAAAAAAAAAAAAAA", "not an id", newId()].filter((id) => set.has(id))).toEqual([]);
});

const [oldOrgId, newOrgId, known, other] = [newId(), newId(), newId(), newId()];
const ids = new IdSet();
ids.add(known);
const rewriter = new IdRewriter({ ids, oldOrgId, newOrgId });
const replaced = rewriter.newIdOf(known);

test.each<[string, unknown, unknown]>([
  ["a value", { id: known }, { id: replaced }],
  ["a reference", { at: `item:${known}` }, { at: `item:${replaced}` }],
  ["a pair", { value: `${known}/${known}` }, { value: `${replaced}/${replaced}` }],
  ["the name of a member", { [known]: 1 }, { [replaced]: 1 }],
  ["a text with line breaks", { code: `a\n${known}\nb` }, { code: `a\n${replaced}\nb` }],
  ["the organization", [oldOrgId], [newOrgId]],
  ["an id that the archive does not have", [other], [other]],
  ["a part of a longer word", [`${known}x`, `x-${known}`], [`${known}x`, `x-${known}`]],
  ["other values", [1.5, true, null, ""], [1.5, true, null, ""]],
])("%s", (_, before, after) => {
  expect(JSON.parse(rewriter.rewriteLine(JSON.stringify(before)))).toEqual(after);
});

test("a new id keeps the time of the old one, and is the same in every run", () => {
  expect(replaced.slice(0, 8)).toBe(known.slice(0, 8));
  expect(replaced).not.toBe(known);
  expect(new IdRewriter({ ids, oldOrgId, newOrgId }).newIdOf(known)).toBe(replaced);
});
