import { expect, test } from "vitest";
import { evaluateNode } from "./check-node.ts";

test.each([
  ["18.20.0", "fault"],
  ["20.18.3", "fault"],
  ["20.19.0", "ok"],
  ["21.7.0", "warning"],
  ["22.0.0", "ok"],
  ["24.1.0", "ok"],
])("Node %s: %s", (version, verdict) => {
  expect(evaluateNode(version)).toMatchObject({ verdict, detail: expect.stringContaining(version) });
});
