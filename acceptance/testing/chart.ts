import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import type { JsonBody } from "../../server/src/testing/test-service.ts";

export const chartFolder = fileURLToPath(new URL("../../deploy/helm/weft", import.meta.url));
const valuesFolder = fileURLToPath(new URL("../chart/values", import.meta.url));

export type Values = Readonly<Record<string, unknown>>;
type Labels = Readonly<Record<string, string>>;

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: unknown;
}

interface Container {
  readonly command?: readonly string[];
  readonly args: readonly string[];
  readonly env?: readonly Variable[];
  readonly envFrom?: readonly { readonly configMapRef?: { readonly name: string } }[];
  readonly ports?: readonly unknown[];
  readonly securityContext: unknown;
  readonly resources: { readonly requests: Labels };
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
  readonly startupProbe: Probe;
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
}

interface Probe {
  readonly httpGet: unknown;
  readonly periodSeconds: number;
  readonly failureThreshold: number;
}

interface PodSpec {
  readonly automountServiceAccountToken: boolean;
  readonly enableServiceLinks: boolean;
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly serviceAccountName?: string;
  readonly terminationGracePeriodSeconds?: number;
  readonly containers: readonly Container[];
  readonly volumes?: readonly Volume[];
  readonly topologySpreadConstraints?: readonly { readonly labelSelector: unknown }[];
}

interface Volume {
  readonly name: string;
  readonly secret?: { readonly secretName: string; readonly items: readonly { readonly key: string }[] };
}

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Labels; readonly annotations?: Labels };
  readonly data?: Labels;
  readonly stringData?: Labels;
  /** Its shape depends on the kind, and is what the tests check. */
  readonly spec: JsonBody;
}

/** The sets of values of the tests, by the name of their file. */
export const valueSets: readonly [string, Values][] = readdirSync(valuesFolder)
  .sort()
  .map((name) => [name, parse(readFileSync(join(valuesFolder, name), "utf8"))]);

/** The set of values of a file. */
export function valuesOf(name: string): Values {
  return parse(readFileSync(join(valuesFolder, name), "utf8"));
}

/** Runs helm with values on its standard input. */
export function runHelm(args: readonly string[], values: Values = {}) {
  const { status, stdout, stderr } = spawnSync(inject("helm"), args, {
    input: JSON.stringify(values),
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

/** The version of Kubernetes that helm assumes. Without a cluster it knows only its own default. */
export const kubernetes = ["--kube-version", "1.30.0"];

export function templateChart(values: Values, folder = chartFolder) {
  return runHelm(["template", "shop", folder, "--namespace", "weft", "--values", "-", ...kubernetes], values);
}

/** The manifests of the chart with these values. */
export function renderChart(values: Values): readonly Manifest[] {
  const { status, stdout, stderr } = templateChart(values);
  expect(stderr).toBe("");
  expect(status).toBe(0);
  return parseAllDocuments(stdout)
    .map((document) => {
      expect([...document.errors, ...document.warnings]).toEqual([]);
      return document.toJS();
    })
    .filter((manifest) => manifest !== null);
}

export function named(manifests: readonly Manifest[], kind: string, name: string): Manifest {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  if (found === undefined) throw new Error(`There is no ${kind} ${name}.`);
  return found;
}

export interface Pod {
  readonly name: string;
  readonly owner: Manifest;
  readonly labels: Labels;
  readonly annotations: Labels;
  readonly spec: PodSpec;
  readonly container: Container;
}

/** All pods: those of deployments, stateful sets and jobs, and those of helm test. */
export function podsOf(manifests: readonly Manifest[]): readonly Pod[] {
  return manifests
    .filter(({ kind }) => ["Deployment", "StatefulSet", "Job", "Pod"].includes(kind))
    .map((owner) => {
      const { metadata, spec } = owner.kind === "Pod" ? owner : owner.spec.template;
      const { labels, annotations = {} } = metadata;
      return { name: owner.metadata.name, owner, labels, annotations, spec, container: spec.containers[0] };
    });
}

/** The pods that run nodes. */
export function nodesOf(manifests: readonly Manifest[]): readonly Pod[] {
  return podsOf(manifests).filter(({ container }) => container.args?.[0] === "serve");
}

/** The variables of a container: those of its ConfigMaps, and its own, which take precedence. */
export function environmentOf(manifests: readonly Manifest[], { env = [], envFrom = [] }: Container): Labels {
  const shared = envFrom.map(({ configMapRef }) => named(manifests, "ConfigMap", configMapRef?.name ?? "").data ?? {});
  const own: readonly [string, string][] = env.map(({ name, value = "" }) => [name, value]);
  return Object.fromEntries([...shared.flatMap((data) => Object.entries(data)), ...own]);
}
