import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { parse } from "yaml";
import type { Manifest } from "./chart.ts";

/** Modules with schemas. Only their files are used: nothing is compiled. */
const modules = {
  kubernetes: "sigs.k8s.io/kubectl-validate@v0.0.4",
  gateway: "sigs.k8s.io/gateway-api@v1.4.1",
  prometheus: "github.com/prometheus-operator/prometheus-operator@v0.85.0",
} as const;
const resources = {
  HTTPRoute: ["gateway", "config/crd/standard/gateway.networking.k8s.io_httproutes.yaml"],
  ServiceMonitor: ["prometheus", "example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml"],
  PrometheusRule: ["prometheus", "example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml"],
} as const;

type Schema = Readonly<Record<string, unknown>>;

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface KubernetesSchemas {
  /** What the schema of its kind has against a manifest. */
  errorsOf(manifest: Manifest): readonly string[];
}

/** The schemas of a version of Kubernetes, and of the resources of the Gateway API and of the Prometheus operator. */
export function loadSchemas(version: string): KubernetesSchemas {
  const folder = join(downloadModule(modules.kubernetes), "pkg/openapiclient/builtins", version);
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  const references = new Map<string, string>();
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (file.endsWith(".json")) {
      const { components }: Document = JSON.parse(readFileSync(join(folder, file), "utf8"));
      ajv.addSchema({ $id: file, components: closed(components) });
      for (const [name, schema] of Object.entries(components.schemas)) {
        for (const key of keysOf(schema)) references.set(key, `${file}#/components/schemas/${name}`);
      }
    }
  }
  for (const [kind, [source, path]] of Object.entries(resources)) {
    const { spec } = parse(readFileSync(join(downloadModule(modules[source]), path), "utf8"));
    for (const { name, schema } of spec.versions) {
      ajv.addSchema({ ...Object(closed(schema.openAPIV3Schema)), $id: `${kind}-${name}` });
      references.set(`${spec.group}/${name} ${kind}`, `${kind}-${name}`);
    }
  }
  return {
    errorsOf(manifest) {
      const reference = references.get(`${manifest.apiVersion} ${manifest.kind}`);
      const validate = reference === undefined ? undefined : ajv.getSchema(reference);
      if (validate === undefined) return [`${manifest.apiVersion} ${manifest.kind} does not exist`];
      validate(manifest);
      return (validate.errors ?? []).map(({ instancePath, message, params }) =>
        [instancePath, message, JSON.stringify(params)].join(" "),
      );
    },
  };
}

function downloadModule(module: string): string {
  const output = execFileSync("go", ["mod", "download", "-json", module], { encoding: "utf8" });
  const { Dir: folder }: { Dir: string } = JSON.parse(output);
  return folder;
}

function keysOf(schema: Schema): readonly string[] {
  const kinds = schema["x-kubernetes-group-version-kind"];
  return Array.isArray(kinds)
    ? kinds.map(({ group, version, kind }) => `${group === "" ? "" : `${group}/`}${version} ${kind}`)
    : [];
}

/** Objects with known members have no others, as with kubectl --validate=strict. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const members = Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, closed(member)]));
  const isIntOrString = members["x-kubernetes-int-or-string"] === true || members["format"] === "int-or-string";
  if (isIntOrString) return { type: ["integer", "string"] };
  // Go's syntax, which JavaScript does not have. The API server checks it.
  if (String(members["pattern"]).startsWith("^(?i)")) members["pattern"] = ".*";
  const isOpen = "additionalProperties" in members || members["x-kubernetes-preserve-unknown-fields"] === true;
  return members["type"] === "object" && "properties" in members && !isOpen
    ? { ...members, additionalProperties: false }
    : members;
}
