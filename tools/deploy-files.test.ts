import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { parseConfig } from "../server/src/config/config.ts";
import { settings } from "../server/src/config/settings.ts";

const folder = fileURLToPath(new URL("../deploy", import.meta.url));
const read = (path: string) => readFileSync(join(folder, path), "utf8");
/** The default of SHUTDOWN_DELAY, and what a node takes after it. */
const [delaySeconds, stopSeconds] = [5, 10];

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests check.
type Manifest = any;

const manifests: Manifest[] = readdirSync(join(folder, "kubernetes")).flatMap((name) =>
  parseAllDocuments(read(`kubernetes/${name}`)).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  }),
);
const named = (kind: string, name: string): Manifest =>
  manifests.find((one) => one.kind === kind && one.metadata.name === name);
const deployments = manifests.filter(({ kind }) => kind === "Deployment");
const shared: Record<string, string> = named("ConfigMap", "weft").data;
const secrets = {
  DATABASE_URL: "postgres://db.example/weft",
  WEFT_SECRET: "a secret that is only for this test",
  S3_ACCESS_KEY: "a",
  S3_SECRET_KEY: "b",
};

/** The configuration of a deployment's nodes, with the secret that the manifests name. */
function configOf(deployment: Manifest) {
  const [container] = deployment.spec.template.spec.containers;
  const own = Object.fromEntries((container.env ?? []).map(({ name, value }: Manifest) => [name, value]));
  const role = container.args[container.args.indexOf("--role") + 1];
  return { raw: { ...shared, ...own }, config: parseConfig({ ...shared, ...own, ...secrets, WEFT_ROLE: role }) };
}

test("the manifests contain what a cluster of nodes needs", () => {
  expect(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()).toEqual([
    "ConfigMap weft",
    "Deployment weft-api",
    "Deployment weft-worker",
    "PodDisruptionBudget weft-api",
    "PodDisruptionBudget weft-worker",
    "Service weft",
  ]);
  expect(named("Service", "weft").spec.selector).toEqual({ app: "weft-api" });
});

test.each(deployments.map((one) => [one.metadata.name, one]))("%s has valid settings, probes and times", (_, one) => {
  const pod = one.spec.template.spec;
  const [container] = pod.containers;
  const { raw, config } = configOf(one);
  const budget = named("PodDisruptionBudget", one.metadata.name);

  expect(Object.keys(raw).filter((name) => !(name in settings))).toEqual([]);
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan((config.shutdownDelayMs ?? 0) / 1_000 + stopSeconds);
  expect(one.spec.selector.matchLabels).toEqual(one.spec.template.metadata.labels);
  expect(budget.spec.selector).toEqual(one.spec.selector);
  expect(container.ports).toEqual([{ name: "http", containerPort: config.port }]);
  expect(container.livenessProbe.httpGet).toEqual({ path: "/health/live", port: "http" });
  for (const probe of [container.startupProbe, container.readinessProbe]) {
    expect(probe.httpGet).toEqual({ path: "/health/ready", port: "http" });
  }
  // The start waits for the database, and then for migrations.
  const { periodSeconds, failureThreshold } = container.startupProbe;
  expect(periodSeconds * failureThreshold).toBeGreaterThan(2 * (config.databaseWaitMs / 1_000));
  expect(container.lifecycle).toBeUndefined();
});

test("the nodes of the manifests write only to a volume, and those that serve requests to none", () => {
  const writable = deployments.map(({ metadata, spec: { template } }) => {
    const [{ securityContext, volumeMounts = [] }] = template.spec.containers;
    expect(securityContext.readOnlyRootFilesystem).toBe(true);
    return [metadata.name, volumeMounts.map(({ mountPath }: Manifest) => mountPath)];
  });

  expect(Object.fromEntries(writable)).toEqual({ "weft-api": [], "weft-worker": ["/data"] });
  expect(configOf(named("Deployment", "weft-worker")).config.dataFolder).toBe("/data");
});

test("the unit allows the time of a stop, and sets only settings that exist", () => {
  const unit = read("weft.service");
  const names = [...unit.matchAll(/^Environment=(\w+?)(?:_FILE)?=/gm)].map(([, name = ""]) => name);

  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(delaySeconds + stopSeconds);
  expect(names.filter((name) => !(name in settings))).toEqual([]);
  expect(names).toContain("DATA_DIR");
});

test("nginx closes idle connections before a stopping node closes its port", () => {
  const nginx = read("nginx.conf");
  const pause = Number(/wait another (\d+) s\b/.exec(readFileSync(join(folder, "../docs/scaling.md"), "utf8"))?.[1]);

  expect(Number(/keepalive_timeout (\d+)s;/.exec(nginx)?.[1])).toBeLessThan(delaySeconds);
  expect(Number(/fail_timeout=(\d+)s;/.exec(nginx)?.[1])).toBeLessThan(pause);
  expect(nginx).not.toContain("non_idempotent");
});

test("HAProxy notices a stopping node before it closes its port", () => {
  const [, seconds, fall] = /inter (\d+)s fall (\d+)/.exec(read("haproxy.cfg")) ?? [];

  expect(Number(seconds) * Number(fall)).toBeLessThan(delaySeconds - 1);
});
