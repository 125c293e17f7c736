import { expect, test } from "vitest";
import { markHits } from "./mark-hits.ts";

/** Hits in brackets. */
const shown = (text: string, q: string | undefined) =>
  markHits(text, q)
    .map((part) => (part.isHit ? `[${part.text}]` : part.text))
    .join("");

test.each([
  ["Bente Trench Coat", undefined, "Bente Trench Coat"],
  ["Bente Trench Coat", "tren ben", "[Ben]te [Tren]ch Coat"],
  ["Crème brûlée", "creme BRU", "[Crème] [brû]lée"],
  ["Entrench", "trench", "Entrench"],
  ["WEFT-1002", "1002", "WEFT-[1002]"],
  ["a.b", ".", "a.b"],
])("%j searched by %j", (text, q, marked) => {
  expect(shown(text, q)).toBe(marked);
});
