import { expect, test } from "vitest";
import { templateChart, type Values, valuesOf } from "../testing/chart.ts";

const given = valuesOf("cluster.yaml");
const { secrets, settings, ...rest } = given;
const single = { mode: "single", image: { repository: "registry.example.com/weft" } };
const keys = ["DATABASE_URL", "WEFT_SECRET", "S3_ACCESS_KEY", "S3_SECRET_KEY"];
const publicUrl = "https://weft.example.com";

/** Values beside those of cluster.yaml, and what helm reports. */
const cases: readonly [string, Values, string][] = [
  ["no image", { ...given, image: {} }, "image.repository is required"],
  ["no database", { ...given, secrets: {} }, "mode: cluster requires DATABASE_URL, in secrets or in existingSecret"],
  [
    "a database without a secret",
    { ...given, secrets: { DATABASE_URL: "postgres://db.example/weft" } },
    "DATABASE_URL requires WEFT_SECRET in the same place. Create one with: openssl rand -base64 48.",
  ],
  ["several nodes without S3", { ...rest, secrets }, "requires settings.S3_ENDPOINT and settings.S3_BUCKET"],
  [
    "half a key of S3",
    { ...rest, settings, existingSecret: { name: "weft", keys: keys.slice(0, 3) } },
    "S3_ACCESS_KEY and S3_SECRET_KEY belong together",
  ],
  [
    "two secrets",
    { ...given, existingSecret: { name: "weft", keys } },
    "secrets and existingSecret.name: set only one of them.",
  ],
  ["a secret without keys", { ...rest, settings, existingSecret: { name: "weft" } }, "existingSecret.keys is required"],
  ["keys without a secret", { ...given, existingSecret: { keys } }, "existingSecret.keys requires existingSecret.name"],
  [
    "several single nodes",
    { ...single, single: { replicas: 2 } },
    "single.replicas must be 0 or 1, because nodes cannot share a volume. For several nodes set mode: cluster.",
  ],
  ["an autoscaled single node", { ...single, api: { autoscaling: { enabled: true } } }, "require mode: cluster"],
  ["an ingress without a URL", { ...given, ingress: { enabled: true } }, "publicUrl is required with ingress"],
  [
    "an ingress that is not trusted",
    { ...given, publicUrl, ingress: { enabled: true } },
    "settings.TRUST_PROXY is required with ingress and httpRoute",
  ],
  [
    "a route without a gateway",
    { ...given, publicUrl, httpRoute: { enabled: true } },
    "httpRoute.parentRefs is required",
  ],
  [
    "more nodes at least than at most",
    { ...given, worker: { autoscaling: { enabled: true, minReplicas: 9, maxReplicas: 3 } } },
    "worker.autoscaling.minReplicas (9) must not be more than maxReplicas (3).",
  ],
  [
    "autoscaling without a request",
    { ...given, api: { autoscaling: { enabled: true }, resources: { requests: { cpu: null } } } },
    "api.autoscaling requires api.resources.requests.cpu",
  ],
  ["a policy that lets no one in", { ...given, networkPolicy: { enabled: true } }, "networkPolicy.from is required"],
  [
    "a policy without the database",
    { ...given, networkPolicy: { enabled: true, from: [{ podSelector: {} }] } },
    "networkPolicy.database.to is required",
  ],
  [
    "metrics that Prometheus cannot read",
    { ...given, monitoring: { serviceMonitor: { enabled: true } } },
    "monitoring.serviceMonitor requires METRICS_TOKEN",
  ],
  [
    "alerts without links",
    { ...given, monitoring: { prometheusRule: { enabled: true } } },
    "monitoring.prometheusRule requires publicUrl",
  ],
];

test.each(cases)("%s is reported", (_, values, message) => {
  const { status, stderr } = templateChart(values);

  expect(stderr).toContain("The values cannot be used:\n");
  expect(stderr).toContain(`  - ${message.slice(0, 20)}`.slice(0, 4));
  expect(stderr).toContain(message);
  expect(status).toBe(1);
});

test("everything that is wrong is reported together", () => {
  const { stderr } = templateChart({});

  expect(stderr.match(/^ {2}- /gm)).toHaveLength(3);
});

/** What the schema refuses, and where. */
const refused: readonly [Values, string][] = [
  [{ replicas: 3 }, "'': additional properties 'replicas' not allowed"],
  [{ api: { replica: 3 } }, "'/api': additional properties 'replica' not allowed"],
  [{ settings: { WEFT_RATELIMIT: 5 } }, "'/settings': additional properties 'WEFT_RATELIMIT' not allowed"],
  // Secrets are not settings, and neither is what the chart sets.
  [{ settings: { DATABASE_URL: "x" } }, "'/settings': additional properties 'DATABASE_URL' not allowed"],
  [{ settings: { PORT: 80 } }, "'/settings': additional properties 'PORT' not allowed"],
  [{ secrets: { TLS_KEY: "x" } }, "'/secrets': additional properties 'TLS_KEY' not allowed"],
  [{ secrets: { METRICS_TOKEN: "" } }, "'/secrets/METRICS_TOKEN': minLength"],
  [{ existingSecret: { name: "weft", keys: ["PASSWORD"] } }, "'/existingSecret/keys/0': value must be one of"],
  [{ mode: "clustered" }, "'/mode': value must be one of"],
  [{ image: { digest: "latest" } }, "'/image/digest'"],
  [{ publicUrl: "weft.example.com" }, "'/publicUrl'"],
  [{ shutdownDelay: 0 }, "'/shutdownDelay'"],
  [{ worker: { data: { sizeLimit: "20 GB" } } }, "'/worker/data/sizeLimit'"],
  [{ api: { podDisruptionBudget: { maxUnavailable: 0 } } }, "'/api/podDisruptionBudget/maxUnavailable'"],
  [{ api: { pod: { nodeSelectors: {} } } }, "'/api/pod': additional properties 'nodeSelectors' not allowed"],
];

test.each(refused)("%j is refused by the schema", (values, message) => {
  const { status, stderr } = templateChart({ ...given, ...values });

  expect(stderr).toContain("values don't meet the specifications of the schema");
  expect(stderr).toContain(message);
  expect(status).toBe(1);
});
