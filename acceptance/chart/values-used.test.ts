import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, test } from "vitest";
import { isMap, isScalar, parse, parseDocument, type YAMLMap } from "yaml";
import { chartFolder, kubernetes, type Values, valuesOf } from "../testing/chart.ts";

const text = readFileSync(join(chartFolder, "values.yaml"), "utf8");
const run = promisify(execFile);

/** The paths of all values that are not mappings, and of empty mappings. */
function leavesOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  const isMapping = typeof value === "object" && value !== null && !Array.isArray(value);
  const members = isMapping ? Object.entries(value) : [];
  return members.length === 0 ? [path] : members.flatMap(([name, member]) => leavesOf(member, [...path, name]));
}

const peer = { podSelector: { matchLabels: { app: "other" } } };
const resource = { type: "Resource", resource: { name: "memory", target: { type: "Utilization" } } };

/** Another value of a leaf, where its kind does not say one. By the end of its path. */
const others: Readonly<Record<string, unknown>> = {
  mode: "single",
  "image.digest": `sha256:${"0".repeat(64)}`,
  "image.pullPolicy": "Always",
  imagePullSecrets: [{ name: "other" }],
  publicUrl: "https://other.example",
  settings: { LOG_LEVEL: "debug" },
  secrets: { WEFT_OPERATOR_TOKEN: "0123456789abcdef0123456789abcdef" },
  "existingSecret.name": "other",
  "existingSecret.keys": ["DATABASE_URL", "WEFT_SECRET", "S3_ACCESS_KEY", "S3_SECRET_KEY", "METRICS_TOKEN", "SMTP_URL"],
  "data.sizeLimit": "30Gi",
  "persistence.size": "60Gi",
  "resources.requests.memory": "3Gi",
  "resources.limits.memory": "5Gi",
  "autoscaling.metrics": [resource],
  "autoscaling.behavior": { scaleDown: { stabilizationWindowSeconds: 600 } },
  ".pod": { priorityClassName: "other" },
  tolerations: [{ operator: "Exists" }],
  affinity: { nodeAffinity: {} },
  topologySpreadConstraints: [],
  extraEnv: [{ name: "NODE_OPTIONS", value: "--max-old-space-size=900" }],
  extraVolumes: [{ name: "other", emptyDir: {} }],
  extraVolumeMounts: [{ name: "other", mountPath: "/other" }],
  "capabilities.drop": ["NET_RAW"],
  "service.type": "LoadBalancer",
  "ingress.hosts": ["other.example"],
  "ingress.tls": [{ secretName: "other" }],
  "httpRoute.parentRefs": [{ name: "other" }],
  "httpRoute.hostnames": ["other.example"],
  "httpRoute.timeouts": { request: "9s" },
  "networkPolicy.from": [peer],
  "networkPolicy.dns": [peer],
  "networkPolicy.egress": [{ to: [peer] }],
  "outbound.ports": [{ port: 443 }],
  ".to": [peer],
  "serviceMonitor.interval": "45s",
};

function otherValue(path: readonly string[], value: unknown): unknown {
  const name = path.join(".");
  const given = Object.entries(others).find(([end]) => name === end || name.endsWith(end));
  if (given !== undefined) return given[1];
  switch (typeof value) {
    case "boolean":
      return !value;
    case "number":
      return value + 1;
    case "string":
      return `${value}x`;
    default:
      return { other: "other" };
  }
}

function withValue(values: unknown, [name = "", ...path]: readonly string[], value: unknown): Values {
  const members: Values = typeof values === "object" && values !== null ? { ...values } : {};
  return { ...members, [name]: path.length === 0 ? value : withValue(members[name], path, value) };
}

/** Values with which every part of the chart is rendered. */
const cluster: Values = {
  ...valuesOf("existing-secret.yaml"),
  publicUrl: "https://weft.example.com",
  settings: { S3_ENDPOINT: "https://s3.example", S3_BUCKET: "weft", TRUST_PROXY: "10.0.0.0/8" },
  existingSecret: {
    name: "weft",
    keys: ["DATABASE_URL", "WEFT_SECRET", "S3_ACCESS_KEY", "S3_SECRET_KEY", "METRICS_TOKEN"],
  },
  ingress: { enabled: true },
  httpRoute: { enabled: true, parentRefs: [{ name: "public" }] },
  networkPolicy: { enabled: true, from: [{ podSelector: {} }], database: { to: [{ podSelector: {} }] } },
  monitoring: { serviceMonitor: { enabled: true }, prometheusRule: { enabled: true }, dashboard: { enabled: true } },
};
const scaled: Values = {
  ...cluster,
  api: { autoscaling: { enabled: true } },
  worker: { autoscaling: { enabled: true } },
};
const single = valuesOf("single.yaml");

function baseOf(path: readonly string[]): Values {
  if (path[0] === "single") return single;
  if (path[0] === "secrets") return valuesOf("cluster.yaml");
  return path.includes("autoscaling") ? scaled : cluster;
}

async function template(values: Values): Promise<string> {
  const rendering = run(inject("helm"), ["template", "shop", chartFolder, "--values", "-", ...kubernetes]);
  rendering.child.stdin?.end(JSON.stringify(values));
  return rendering.then(
    ({ stdout }) => stdout,
    ({ stderr }) => String(stderr),
  );
}

test("every value of values.yaml changes what is rendered", async () => {
  const defaults: Values = parse(text);
  const unused: string[] = [];
  const bases = new Map<Values, string>();
  for (const path of leavesOf(defaults)) {
    const base = baseOf(path);
    const before = bases.get(base) ?? (await template(base));
    bases.set(base, before);
    expect(before).toContain("kind: ConfigMap");
    const value = path.reduce<unknown>((all, name) => Object(all)[name], withDefaults(defaults, base));
    const after = await template(withValue(base, path, otherValue(path, value)));
    // What the schema refuses was not used.
    if (after === before || after.includes("values don't meet")) unused.push(path.join("."));
  }

  expect(unused).toEqual([]);
}, 300_000);

function withDefaults(defaults: unknown, values: unknown): unknown {
  const isMapping = (one: unknown) => typeof one === "object" && one !== null && !Array.isArray(one);
  if (!isMapping(defaults) || !isMapping(values)) return values ?? defaults;
  const names = [...new Set([...Object.keys(Object(defaults)), ...Object.keys(Object(values))])];
  return Object.fromEntries(names.map((name) => [name, withDefaults(Object(defaults)[name], Object(values)[name])]));
}

test("every value has a comment, or is part of a mapping below another one that has", () => {
  // Without the description of the file, which the parser adds to that of the first value.
  const { contents } = parseDocument(text.slice(text.indexOf("\n\n")));

  expect(isMap(contents) ? undescribedIn(contents, [], false) : undefined).toEqual([]);
});

function undescribedIn(mapping: YAMLMap, path: readonly string[], isDescribed: boolean): readonly string[] {
  return mapping.items.flatMap(({ key, value }, place) => {
    const name = [...path, String(key)];
    const described = isDescribed || hasComment(mapping, key, place);
    if (isMap(value) && value.items.length > 0) return undescribedIn(value, name, described && path.length > 0);
    return described ? [] : [name.join(".")];
  });
}

/** The parser gives the comment of a first member to the mapping. */
function hasComment(mapping: YAMLMap, key: unknown, place: number): boolean {
  const comment = isScalar(key) ? key.commentBefore : undefined;
  return typeof (comment ?? (place === 0 ? mapping.commentBefore : undefined)) === "string";
}
