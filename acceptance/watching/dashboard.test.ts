import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildSelfSignedCertificate } from "../../server/src/access/testing/self-signed-certificate.ts";
import { type ReplicatedPostgres, startReplicatedPostgres } from "../../server/src/testing/replicated-postgres.ts";
import { startTestService, type TestService } from "../../server/src/testing/test-service.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { freePort } from "../testing/free-port.ts";
import { type Labels, type Prometheus, startPrometheus } from "../testing/prometheus.ts";

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly datasource?: object;
  readonly gridPos: { readonly h: number; readonly w: number; readonly x: number; readonly y: number };
  readonly targets?: readonly { readonly refId: string; readonly expr: string; readonly legendFormat: string }[];
}

const file = new URL("../../deploy/grafana/weft.json", import.meta.url);
const { panels }: { readonly panels: readonly Panel[] } = JSON.parse(readFileSync(file, "utf8"));
const queries = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ refId, expr, legendFormat }) => ({ title, refId, expr, legendFormat })),
);

let postgres: ReplicatedPostgres;
let node: TestService;
let withoutFiles: TestService;
let overTls: TestService;
let prometheus: Prometheus;
let loading: NodeJS.Timeout;

/** No node runs jobs, so a load and a process stay in progress. */
beforeAll(async () => {
  postgres = await startReplicatedPostgres();
  const shared = {
    WEFT_ROLE: "api",
    METRICS_ORGS_MAX: "5",
    DATABASE_URL: postgres.primaryUrl,
    DATABASE_REPLICA_URL: postgres.replicaUrl,
  };
  node = await startTestService(shared);
  withoutFiles = await startTestService(
    {
      ...shared,
      S3_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
      S3_BUCKET: "weft",
      S3_ACCESS_KEY: "key",
      S3_SECRET_KEY: "secret",
      WEFT_OUTBOUND_ALLOW: "127.0.0.1/32",
    },
    node,
  );
  const { cert, key } = buildSelfSignedCertificate(new Date(Date.now() + 86_400_000));
  overTls = await startTestService({ ...shared, TLS_CERT: cert, TLS_KEY: key }, node);
  await causeBacklog();
  prometheus = await startPrometheus([node.address, withoutFiles.address, overTls.address]);
  // A rate needs two samples with requests between them.
  loading = setInterval(() => void sendRequests().catch(() => {}), 200);
}, 120_000);

afterAll(async () => {
  clearInterval(loading);
  await prometheus?.stop();
  await overTls?.stop();
  await withoutFiles?.stop();
  await node?.stop();
  await postgres?.stop();
});

/** A load that waits, and a consumer that is behind. */
async function causeBacklog(): Promise<void> {
  const cursor = (await node.call("GET", "/change-history?after=now")).body.coveredUntil;
  await node.call("PUT", "/change-consumers/erp", { body: { cursor } });
  expect((await node.call("POST", "/items", { body: { name: "Parka" } })).status).toBe(201);
  const { body: colors } = await node.call("POST", "/files?fileName=colors.csv", { body: "name\nRed\n" });
  const load = { loadType: ["COLOR"], fileLocation: colors.id };
  expect((await node.call("POST", "/loader-processes", { body: load })).status).toBe(201);
}

async function sendRequests(): Promise<void> {
  await node.call("GET", "/items");
  await withoutFiles.call("POST", "/files?fileName=a.txt", { body: "text" });
}

/** Grafana's own is four times the scrape interval. */
const inPrometheus = (expr: string) => expr.replaceAll("$__rate_interval", "5s");

test.each(queries)("$title $refId has series, with the labels of its legend", async ({ expr, legendFormat }) => {
  let series: readonly Labels[] = [];
  await waitUntil(`${expr} has series`, async () => {
    series = await prometheus.query(inPrometheus(expr));
    return series.length > 0;
  });

  const wanted = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = ""]) => label);
  expect(series.flatMap((labels) => wanted.filter((label) => labels[label] === undefined))).toEqual([]);
  // Two series with the same legend cannot be distinguished.
  const legends = series.map((labels) => legendFormat.replaceAll(/\{\{(\w+)\}\}/g, (_, label) => labels[label] ?? ""));
  expect(new Set(legends).size).toBe(series.length);
});

test("every panel has an id and a place of its own, and the chosen data source", () => {
  const cells = panels.flatMap(({ gridPos: { h, w, x, y } }) =>
    Array.from({ length: h * w }, (_, index) => `${x + (index % w)}/${y + Math.floor(index / w)}`),
  );

  expect(queries.length).toBeGreaterThan(25);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(new Set(cells).size).toBe(cells.length);
  expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24);
  for (const { type, datasource } of panels) {
    expect(datasource).toEqual(type === "row" ? undefined : { type: "prometheus", uid: `\${datasource}` });
  }
});
