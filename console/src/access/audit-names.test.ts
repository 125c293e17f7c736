import type { AuditEntry } from "@weft/client";
import { expect, test } from "vitest";
import { actorName, targetName } from "./audit-labels.ts";

const entry: AuditEntry = {
  id: "A1",
  sequence: 1,
  action: "user.create",
  outcome: "success",
  createdOn: "2026-11-16T12:00:00.000Z",
  actor: { type: "user", id: "u1", name: "Ada" },
  target: { type: "user", id: "u2" },
  origin: {},
  digests: {},
  erased: [],
  previousHash: "0".repeat(64),
  hash: "1".repeat(64),
};

test("an actor is named by name, id or type", () => {
  expect(actorName(entry)).toBe("Ada");
  expect(actorName({ ...entry, actor: { type: "user", id: "u1" } })).toBe("u1");
  expect(actorName({ ...entry, actor: { type: "unknown" } })).toBe("Not signed in");
  expect(actorName({ ...entry, actor: { type: "operator", name: "root" } })).toBe("Operator root");
});

test("a target is named by what is known of it", () => {
  expect(targetName(entry)).toBe("user u2");
  expect(targetName({ ...entry, after: { email: "a@b.example" } })).toBe("user a@b.example");
  expect(targetName({ ...entry, target: { type: "backup" } })).toBe("backup");
});
