import { describe, expect, test } from "vitest";
import { parseConfig } from "../../server/src/config/config.ts";
import { secretSettings, settings } from "../../server/src/config/settings.ts";
import {
  chartFolder,
  environmentOf,
  kubernetes,
  type Manifest,
  nodesOf,
  type Pod,
  podsOf,
  renderChart,
  runHelm,
  type Values,
  valueSets,
} from "../testing/chart.ts";

/** What a node takes after SHUTDOWN_DELAY. */
const stopSeconds = 10;
/** What a node that migrates, or recovers its own PostgreSQL, may take until it is ready. */
const startSecondsMin = 600;
const examples: Readonly<Record<string, string>> = {
  DATABASE_URL: "postgres://weft@db.example/weft",
  DATABASE_OWNER_URL: "postgres://owner@db.example/weft",
  REDIS_URL: "redis://redis.example",
};

/** The configuration of a node, with its secrets as if it had read them from its files. */
function configOf(manifests: readonly Manifest[], { container }: Pod) {
  const environment = environmentOf(manifests, container);
  const raw = Object.entries(environment)
    .filter(([name]) => name in settings || name.endsWith("_FILE"))
    .map(([name, value]) => {
      const setting = name.replace(/_FILE$/, "");
      return name === setting ? [name, value] : [setting, examples[setting] ?? "a secret of more than 32 characters"];
    });
  return parseConfig(Object.fromEntries(raw));
}

/** The variables that the values add, such as NODE_OPTIONS. */
function addedVariables({ pod }: { pod?: { extraEnv?: readonly { readonly name: string }[] } }): readonly string[] {
  return pod?.extraEnv?.map(({ name }) => name) ?? [];
}

function selects(selector: Readonly<Record<string, string>>, { labels }: Pod): boolean {
  return Object.entries(selector).every(([name, value]) => labels[name] === value);
}

function secretTextsOf(values: Values): readonly string[] {
  return Object.values(values["secrets"] ?? {}).map(String);
}

describe.each(valueSets)("%s", (_, values) => {
  const manifests = renderedOnce(values);

  test("passes helm lint --strict", () => {
    const { status, stdout } = runHelm(["lint", "--strict", chartFolder, "--values", "-", ...kubernetes], values);

    expect(stdout).toContain("1 chart(s) linted, 0 chart(s) failed");
    expect(status).toBe(0);
  });

  test("has unique names with the labels of the chart", () => {
    const names = manifests().map(({ kind, metadata }) => `${kind} ${metadata.name}`);

    expect(names).toEqual([...new Set(names)]);
    for (const { metadata } of manifests()) {
      expect(metadata.name.length).toBeLessThanOrEqual(63);
      expect(metadata.labels).toMatchObject({
        "app.kubernetes.io/instance": "shop",
        "app.kubernetes.io/part-of": "weft",
        "app.kubernetes.io/managed-by": "Helm",
      });
    }
  });

  test("every pod is confined", () => {
    for (const { spec, container } of podsOf(manifests())) {
      expect(spec.containers).toHaveLength(1);
      expect(spec.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 1000,
        runAsGroup: 1000,
        seccompProfile: { type: "RuntimeDefault" },
      });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
      expect(container.resources.requests).toEqual({ cpu: expect.any(String), memory: expect.any(String) });
      expect(spec.automountServiceAccountToken).toBe(false);
      // A service with the name weft would add WEFT_PORT, and the node would refuse to start.
      expect(spec.enableServiceLinks).toBe(false);
    }
  });

  test("secrets are only in secrets", () => {
    const others = manifests().filter(({ kind }) => kind !== "Secret");
    for (const text of secretTextsOf(values)) {
      expect(JSON.stringify(others)).not.toContain(text);
    }
    for (const { container } of podsOf(manifests())) {
      const names = Object.keys(environmentOf(manifests(), container));
      expect(names.filter((name) => secretSettings.some((secret) => secret === name))).toEqual([]);
      expect((container.env ?? []).filter(({ valueFrom }) => valueFrom !== undefined)).toEqual([]);
    }
  });

  test("every variable is a setting, and every secret that is named is mounted", () => {
    for (const { spec, container } of podsOf(manifests())) {
      const environment = environmentOf(manifests(), container);
      const known = (name: string) => name.replace(/_FILE$/, "") in settings || addedVariables(values).includes(name);
      const items = spec.volumes?.flatMap(({ secret }) => secret?.items ?? []).map(({ key }) => key) ?? [];
      const files = Object.entries(environment).filter(([name]) => name.endsWith("_FILE"));

      expect(Object.keys(environment).filter((name) => !known(name))).toEqual([]);
      expect(files).toEqual(items.map((key) => [`${key}_FILE`, `/etc/weft/secrets/${key}`]));
      expect(container.volumeMounts?.some(({ mountPath }) => mountPath === "/etc/weft/secrets") ?? false).toBe(
        items.length > 0,
      );
    }
  });

  test("every mount has a volume, and only workers and single nodes write", () => {
    for (const { owner, spec, container, labels } of podsOf(manifests())) {
      const mounts = container.volumeMounts ?? [];
      const claims: readonly Manifest[] = owner.spec.volumeClaimTemplates ?? [];
      const volumes = [...(spec.volumes ?? []).map(({ name }) => name), ...claims.map(({ metadata }) => metadata.name)];

      expect(mounts.map(({ name }) => name).sort()).toEqual([...volumes].sort());
      expect(mounts.some(({ mountPath }) => mountPath === "/data")).toBe(
        ["worker", "single"].includes(labels["app.kubernetes.io/component"] ?? ""),
      );
    }
  });

  test("selectors match the pods that they are for", () => {
    const nodes = nodesOf(manifests());
    const pods = podsOf(manifests());
    for (const { owner, labels, spec } of nodes) {
      const selector = owner.spec.selector.matchLabels;
      expect(pods.filter((pod) => selects(selector, pod)).map(({ labels: own }) => own)).toEqual([labels]);
      for (const { labelSelector } of spec.topologySpreadConstraints ?? []) {
        expect(labelSelector).toEqual({ matchLabels: selector });
      }
    }
    const [users, all] = manifests()
      .filter(({ kind }) => kind === "Service")
      .map(({ spec: { selector } }) => pods.filter((pod) => selects(selector, pod)));
    expect(users).toHaveLength(1);
    expect(users?.[0]?.labels["app.kubernetes.io/component"]).toMatch(/^(api|single)$/);
    expect(all?.map(({ name }) => name)).toEqual(nodes.map(({ name }) => name));
  });

  test("budgets and autoscalers have their deployment, and autoscaled ones no replicas", () => {
    const deployments = new Map(
      manifests()
        .filter(({ kind }) => kind === "Deployment")
        .map((one) => [one.metadata.name, one]),
    );
    for (const budget of manifests().filter(({ kind }) => kind === "PodDisruptionBudget")) {
      expect(budget.spec.selector).toEqual(deployments.get(budget.metadata.name)?.spec.selector);
    }
    const scaled = manifests().filter(({ kind }) => kind === "HorizontalPodAutoscaler");
    expect(scaled.map(({ spec }) => spec.scaleTargetRef)).toEqual(
      scaled.map(({ metadata: { name } }) => ({ apiVersion: "apps/v1", kind: "Deployment", name })),
    );
    for (const [name, { spec }] of deployments) {
      expect(spec.replicas === undefined).toBe(scaled.some(({ metadata }) => metadata.name === name));
      expect(spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
    }
  });

  test("nodes have valid settings, probes and times", () => {
    for (const node of nodesOf(manifests())) {
      const { spec, container } = node;
      const config = configOf(manifests(), node);

      expect(config.host).toBe("0.0.0.0");
      expect(spec.terminationGracePeriodSeconds).toBeGreaterThan((config.shutdownDelayMs ?? 0) / 1_000 + stopSeconds);
      expect(container.ports).toEqual([{ name: "http", containerPort: config.port }]);
      expect(container.livenessProbe.httpGet).toEqual({ path: "/health/live", port: "http" });
      for (const probe of [container.startupProbe, container.readinessProbe]) {
        expect(probe.httpGet).toEqual({ path: "/health/ready", port: "http" });
      }
      // The start waits for the database, and then for migrations.
      const { periodSeconds, failureThreshold } = container.startupProbe;
      const migrates = !(container.args ?? []).includes("--no-migrate");
      expect(periodSeconds * failureThreshold).toBeGreaterThan(2 * (config.databaseWaitMs / 1_000));
      expect(periodSeconds * failureThreshold).toBeGreaterThanOrEqual(migrates ? startSecondsMin : 0);
      // The signal begins SHUTDOWN_DELAY: a sleep before it would only add to it.
      expect(container).not.toHaveProperty("lifecycle");
      expect(config.dataFolder).toBe("/data/weft");
    }
  });

  test("service accounts, secrets and services that are named exist, or are the user's", () => {
    const of = (kind: string) => manifests().filter((one) => one.kind === kind);
    const accounts = of("ServiceAccount").map(({ metadata }) => metadata.name);
    for (const { spec } of nodesOf(manifests())) {
      expect([...accounts, "default"].at(0)).toBe(spec.serviceAccountName);
    }
    const made = of("Secret").map(({ metadata }) => metadata.name);
    const used = podsOf(manifests()).flatMap(({ spec }) => spec.volumes?.flatMap(({ secret }) => secret ?? []) ?? []);
    expect([...new Set(used.map(({ secretName }) => secretName))].filter((name) => !made.includes(name))).toEqual(
      "existingSecret" in values ? ["weft-credentials"] : [],
    );
    const service = of("Service")[0]?.metadata.name;
    const backends = [
      ...of("Ingress").flatMap(({ spec }) => spec.rules[0].http.paths[0].backend.service.name),
      ...of("HTTPRoute").flatMap(({ spec }) => spec.rules[0].backendRefs[0].name),
    ];
    expect(backends.filter((name) => name !== service)).toEqual([]);
  });
});

function renderedOnce(values: Values): () => readonly Manifest[] {
  let manifests: readonly Manifest[] | undefined;
  return () => {
    manifests ??= renderChart(values);
    return manifests;
  };
}
