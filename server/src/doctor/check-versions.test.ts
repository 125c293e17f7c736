import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { evaluateNodeLine, evaluatePostgresLine, nodeLines, postgresLines } from "./check-versions.ts";

test.each([
  ["20.20.2", "2026-04-30", "warning", "until 2026-04-30 only"],
  ["20.20.2", "2026-05-01", "warning", "no longer maintained: Node 20 ended on 2026-04-30"],
  ["20.20.2", "2026-11-19", "warning", "no longer maintained"],
  ["22.23.3", "2026-10-29", "ok", "until 2027-04-30."],
  ["22.23.3", "2026-10-30", "warning", "until 2027-04-30 only"],
  ["24.21.0", "2026-11-19", "ok", "until 2028-04-30."],
  ["25.2.0", "2026-11-19", "warning", "Node 25.2.0 is no longer maintained"],
  ["28.0.0", "2026-11-19", "ok", "does not know"],
])("Node %s on %s: %s, %s", (version, date, verdict, detail) => {
  const found = evaluateNodeLine(version, new Date(`${date}T12:00:00Z`));

  expect(found).toMatchObject({ verdict, detail: expect.stringContaining(detail) });
  expect(found.advice).toBe(verdict === "ok" ? undefined : "Install Node 26, which is maintained until 2029-04-30.");
});

test.each([
  ["15.19", "2027-05-10", "ok", "until 2027-11-11."],
  ["15.19", "2027-05-11", "warning", "until 2027-11-11 only"],
  ["15.19", "2027-11-12", "warning", "no longer maintained: PostgreSQL 15 ended on 2027-11-11"],
  ["18.4", "2026-11-19", "ok", "until 2030-11-14."],
  ["19beta1", "2026-11-19", "ok", "does not know"],
])("PostgreSQL %s on %s: %s, %s", (version, date, verdict, detail) => {
  const today = new Date(`${date}T12:00:00Z`);
  const [own, others] = [true, false].map((isOwn) => evaluatePostgresLine(version, { isOwn, today }));

  expect(own).toMatchObject({ verdict, detail: expect.stringContaining(detail) });
  expect(others).toMatchObject({ verdict, detail: own?.detail });
  if (verdict === "warning") {
    expect(own?.advice).toContain("Install the newest release of Weft");
    expect(others?.advice).toContain("Upgrade to PostgreSQL 18, which is maintained until 2030-11-14");
  }
});

test("the guide has these versions and dates", () => {
  const guide = readFileSync(new URL("../../../docs/installing.md", import.meta.url), "utf8");
  const rows = guide.split("\n").filter((line) => /^\| (Node|PostgreSQL) \d+ /.test(line));

  expect(rows).toEqual([
    ...nodeLines.map(({ major, endsOn, tested }) => `| Node ${major} | ${tested} | ${endsOn} |`),
    ...postgresLines.map(({ major, endsOn }) =>
      expect.stringMatching(`^\\| PostgreSQL ${major} \\| .* \\| ${endsOn} \\|$`),
    ),
  ]);
});
