import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import {
  chartFolder,
  environmentOf,
  type Manifest,
  named,
  nodesOf,
  type Pod,
  podsOf,
  renderChart,
  runHelm,
  templateChart,
  type Values,
  valuesOf,
} from "../testing/chart.ts";
import { readBlocks } from "../testing/read-blocks.ts";

const cluster = valuesOf("cluster.yaml");
const deployed = (path: string) => readFile(join(chartFolder, "../..", path), "utf8");

function podOf(manifests: readonly Manifest[], component: string): Pod {
  const pod = podsOf(manifests).find(({ labels }) => labels["app.kubernetes.io/component"] === component);
  if (pod === undefined) throw new Error(`There is no pod ${component}.`);
  return pod;
}

const secretsOf = ({ spec }: Pod) => spec.volumes?.flatMap(({ secret }) => secret?.items ?? []).map(({ key }) => key);

test("a cluster is deployments of nodes and workers, and a job that migrates before", () => {
  const manifests = renderChart(cluster);
  const job = named(manifests, "Job", "shop-weft-upgrade");

  expect(nodesOf(manifests).map(({ name, owner, container }) => [name, owner.spec.replicas, container.args])).toEqual([
    ["shop-weft-api", 3, ["serve", "--no-migrate"]],
    ["shop-weft-worker", 2, ["serve", "--no-migrate"]],
  ]);
  expect(nodesOf(manifests).map(({ container }) => environmentOf(manifests, container)["WEFT_ROLE"])).toEqual([
    "api",
    "worker",
  ]);
  expect(job.metadata.annotations).toMatchObject({ "helm.sh/hook": "pre-install,pre-upgrade" });
  expect(podOf(manifests, "upgrade").container.args).toEqual(["migrate"]);
  expect(podOf(manifests, "upgrade").spec.serviceAccountName).toBe("default");
});

test("the upgrade has a secret of its own, because hooks run before the release has one", () => {
  const manifests = renderChart(valuesOf("two-roles.yaml"));
  const { metadata, stringData = {} } = named(manifests, "Secret", "shop-weft-upgrade");

  expect(metadata.annotations).toMatchObject({
    "helm.sh/hook": "pre-install,pre-upgrade",
    "helm.sh/hook-weight": "-1",
  });
  expect(Object.keys(stringData)).toEqual(["DATABASE_OWNER_URL", "DATABASE_URL", "WEFT_SECRET"]);
  expect(environmentOf(manifests, podOf(manifests, "upgrade").container)).toEqual({
    DATABASE_WAIT_SECONDS: "30",
    DATABASE_WORKERS: "on",
    DATABASE_OWNER_URL_FILE: "/etc/weft/secrets/DATABASE_OWNER_URL",
    DATABASE_URL_FILE: "/etc/weft/secrets/DATABASE_URL",
    WEFT_SECRET_FILE: "/etc/weft/secrets/WEFT_SECRET",
  });
});

test("nodes that serve requests never have the owner of the schema", () => {
  const manifests = renderChart(valuesOf("two-roles.yaml"));

  expect(secretsOf(podOf(manifests, "api"))).not.toContain("DATABASE_OWNER_URL");
  expect(secretsOf(podOf(manifests, "worker"))).toContain("DATABASE_OWNER_URL");
});

test("during maintenance pods wait with everything that a command needs, and nothing migrates", () => {
  for (const [name, components] of [
    ["two-roles.yaml", ["api", "worker"]],
    ["single.yaml", ["single"]],
  ] as const) {
    const served = renderChart(valuesOf(name));
    const waiting = renderChart({ ...valuesOf(name), maintenance: true });

    expect(waiting.filter(({ kind }) => kind === "Job")).toEqual([]);
    for (const component of components) {
      const { container, spec } = podOf(waiting, component);
      expect(container.command).toEqual(["tini", "--", "sleep", "infinity"]);
      expect(Object.keys(container).filter((key) => /args|Probe$/.test(key))).toEqual([]);
      expect(environmentOf(waiting, container)).toEqual(environmentOf(served, podOf(served, component).container));
      expect(spec.volumes).toEqual(podOf(served, component).spec.volumes);
    }
  }
});

test("without the job, nodes migrate", () => {
  const manifests = renderChart(valuesOf("nodes-migrate.yaml"));

  expect(manifests.filter(({ kind }) => kind === "Job")).toEqual([]);
  expect(nodesOf(manifests).map(({ container }) => container.args)).toEqual([["serve"], ["serve"]]);
});

test("a single node has a volume, and migrates itself", () => {
  const manifests = renderChart(valuesOf("single.yaml"));
  const { spec } = named(manifests, "StatefulSet", "shop-weft");
  const node = podOf(manifests, "single");

  expect(spec.replicas).toBe(1);
  expect(spec.volumeClaimTemplates[0].spec).toEqual({
    accessModes: ["ReadWriteOnce"],
    resources: { requests: { storage: "50Gi" } },
  });
  expect(named(manifests, "Service", spec.serviceName).spec.clusterIP).toBe("None");
  expect(node.container.args).toEqual(["serve"]);
  expect(environmentOf(manifests, node.container)).toMatchObject({ WEFT_ROLE: "all", DATA_DIR: "/data/weft" });
  // PostgreSQL refuses a folder that a group can write to, and Always would make it one at each start.
  expect(node.spec.securityContext["fsGroupChangePolicy"]).toBe("OnRootMismatch");
  expect(manifests.filter(({ kind }) => ["Job", "PodDisruptionBudget", "Secret"].includes(kind))).toEqual([]);
});

test("grace periods follow the shutdown delay, which workers do not need", () => {
  const graceOf = (values: Values) =>
    nodesOf(renderChart(values)).map(({ spec }) => spec.terminationGracePeriodSeconds);

  expect(graceOf(cluster)).toEqual([30, 20]);
  expect(graceOf({ ...cluster, shutdownDelay: 60 })).toEqual([80, 20]);
  expect(graceOf(valuesOf("single-claim.yaml"))).toEqual([45]);
});

test("changed settings and secrets replace the pods, other values do not", () => {
  const checksumsOf = (values: Values) => nodesOf(renderChart(values)).map(({ annotations }) => annotations);
  const before = checksumsOf(cluster);
  const settings = { ...Object(cluster["settings"]), LOG_LEVEL: "debug" };
  const secrets = { ...Object(cluster["secrets"]), METRICS_TOKEN: "another" };

  for (const [place, checksum] of before.entries()) {
    expect(checksumsOf({ ...cluster, settings })[place]).not.toEqual(checksum);
    expect(checksumsOf({ ...cluster, secrets })[place]).not.toEqual(checksum);
  }
  expect(checksumsOf({ ...cluster, service: { port: 81 } })).toEqual(before);
});

test("numbers of settings are written as the service reads them", () => {
  const { data } = named(renderChart(valuesOf("existing-secret.yaml")), "ConfigMap", "shop-weft-settings");

  expect(data).toMatchObject({
    WEFT_BATCH_BYTES_MAX: "104857600",
    WEFT_UPLOAD_BYTES_MAX: "1099511627776",
    LOG_SAMPLE_RATE: "0.05",
    METRICS_ORGS_MAX: "20",
    PORT: "3000",
  });
});

test.each([
  ["cluster.yaml", /^registry\.example\.com\/weft:\d+\.\d+\.\d+$/],
  ["existing-secret.yaml", /^registry\.example\.com\/weft:1\.2\.3$/],
  ["names.yaml", /^registry\.example\.com\/weft@sha256:[0-9a-f]{64}$/],
])("all pods of %s have one image", (name, image) => {
  const images = podsOf(renderChart(valuesOf(name))).map(({ container }) => Object(container).image);

  expect(new Set(images).size).toBe(1);
  expect(images[0]).toMatch(image);
});

test("the values of a role replace those of all pods", () => {
  const manifests = renderChart(valuesOf("placement.yaml"));
  const [api, worker] = [podOf(manifests, "api"), podOf(manifests, "worker")];

  expect(api.spec).toMatchObject({ priorityClassName: "production", nodeSelector: { "kubernetes.io/os": "linux" } });
  expect(api.spec.topologySpreadConstraints).toHaveLength(2);
  expect(worker.spec).toMatchObject({
    priorityClassName: "batch",
    nodeSelector: { "kubernetes.io/os": "linux", "example.com/disk": "fast" },
    affinity: { podAntiAffinity: expect.anything() },
  });
  expect(worker.spec.topologySpreadConstraints).toBeUndefined();
  for (const pod of [api, worker]) {
    expect(pod.labels).toMatchObject({ team: "products" });
    expect(environmentOf(manifests, pod.container)["NODE_OPTIONS"]).toBe("--max-old-space-size=1536");
  }
});

test("hosts are that of publicUrl, without its port, or those of the values", () => {
  const ingress = named(renderChart(valuesOf("ingress.yaml")), "Ingress", "shop-weft");
  const route = named(renderChart(valuesOf("http-route.yaml")), "HTTPRoute", "shop-weft");

  expect(ingress.spec).toMatchObject({
    ingressClassName: "nginx",
    tls: [{ secretName: "weft-tls", hosts: ["weft.example.com"] }],
    rules: [{ host: "weft.example.com" }],
  });
  expect(route.spec).toMatchObject({
    hostnames: ["weft.example.com", "data.example.com"],
    rules: [{ backendRefs: [{ name: "shop-weft", port: 8080 }] }],
  });
});

test("the policy covers nodes and the upgrade, and lets in only the peers that are named", () => {
  const manifests = renderChart(valuesOf("network-policy.yaml"));
  const { podSelector, ingress, egress } = named(manifests, "NetworkPolicy", "shop-weft").spec;

  expect(podSelector.matchLabels).toMatchObject({ "app.kubernetes.io/instance": "shop" });
  expect(podOf(manifests, "upgrade").labels).toMatchObject(podSelector.matchLabels);
  expect(ingress[0].from).toHaveLength(2);
  expect(ingress[0].from[1].podSelector.matchLabels).toMatchObject({ "app.kubernetes.io/component": "test" });
  expect(egress.map(({ ports }: { ports: { port: number }[] }) => ports.map(({ port }) => port))).toEqual([
    [53, 53],
    [6432],
    [443],
    [6379],
  ]);
});

test("Prometheus and Grafana have the alerts and the dashboard of deploy/", async () => {
  const manifests = renderChart(valuesOf("monitoring.yaml"));
  const alerts = await deployed("prometheus/alerts.yaml");
  const monitor = named(manifests, "ServiceMonitor", "shop-weft");
  const nodes = named(manifests, "Service", "shop-weft-nodes");

  expect(named(manifests, "PrometheusRule", "shop-weft").spec).toEqual(
    parse(alerts.replaceAll("http://127.0.0.1:3000", "https://weft.example.com")),
  );
  expect(named(manifests, "ConfigMap", "shop-weft-dashboard").data?.["weft.json"]?.trim()).toBe(
    (await deployed("grafana/weft.json")).trim(),
  );
  expect(nodes.metadata.labels).toMatchObject(monitor.spec.selector.matchLabels);
  expect(monitor.spec.endpoints).toEqual([
    {
      port: "http",
      path: "/metrics",
      interval: "15s",
      authorization: { credentials: { name: "shop-weft-secrets", key: "METRICS_TOKEN" } },
      relabelings: [{ targetLabel: "job", replacement: "weft" }],
    },
  ]);
});

test("the values of the guide can be rendered", async () => {
  const blocks = (await readBlocks("docs/installing.md")).filter(({ words }) => words[0] === "chart");

  expect(
    blocks.map(({ text }) =>
      renderChart(parse(text))
        .map(({ kind }) => kind)
        .sort(),
    ),
  ).toEqual([
    expect.arrayContaining(["Deployment", "Ingress", "Job", "ServiceMonitor"]),
    expect.arrayContaining(["StatefulSet"]),
  ]);
});

test.each([
  [
    "cluster.yaml",
    ["exec deployment/shop-weft-api -- weft admin orgs create", "worker -- weft doctor", "up to 130 connections"],
  ],
  ["autoscaling.yaml", ["up to 898 connections", "rollout restart deployment shop-weft-api shop-weft-worker"]],
  ["single.yaml", ["exec statefulset/shop-weft -- cat /data/weft/first-credentials.json", "port-forward"]],
  ["ingress.yaml", ["https://weft.example.com:8443/", "weft doctor"]],
])("the notes of %s say what to do next", async (name, texts) => {
  const folder = await mkdtemp(join(tmpdir(), "weft-chart-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(chartFolder, folder, { recursive: true });
  // Without a cluster, helm renders manifests only.
  const notes = '{{ dict "notes" (include (print $.Template.BasePath "/NOTES.txt") .) | toYaml }}';
  await writeFile(join(folder, "templates/notes.yaml"), notes);

  const { stdout } = templateChart(valuesOf(name), folder);

  for (const text of texts) expect(stdout).toContain(text);
});

test("the package has the version of the product", async () => {
  const folder = await mkdtemp(join(tmpdir(), "weft-chart-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { version } = JSON.parse(await readFile(join(chartFolder, "../../../package.json"), "utf8"));

  expect(runHelm(["package", chartFolder, "--destination", folder])).toMatchObject({ status: 0, stderr: "" });

  const { stdout } = runHelm(["show", "all", join(folder, `weft-${version}.tgz`)]);
  expect(stdout).toContain(`appVersion: ${version}`);
});
