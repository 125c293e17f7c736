import { secretSettings, settings } from "../server/src/config/settings.ts";

type Schema = Readonly<Record<string, unknown>>;

// What the chart sets itself, from other values. In a pod TLS ends before the node.
const ownSettings = [
  ...["HOST", "PORT", "DATA_DIR", "SHUTDOWN_DELAY", "WEFT_PUBLIC_URL", "WEFT_ROLE", "WEFT_PROCESSES"],
  ...["TLS_CERT", "TLS_KEY"],
];
const isSecret = (name: string) => secretSettings.some((secret) => secret === name);
const given = Object.entries(settings).filter(([name]) => !ownSettings.includes(name));
const secretNames = given.map(([name]) => name).filter(isSecret);

const text: Schema = { type: "string" };
const flag: Schema = { type: "boolean" };
const texts: Schema = { type: "array", items: text };
const labels: Schema = { type: "object", additionalProperties: text };
/** A part of a manifest, which the API of Kubernetes validates. */
const manifest: Schema = { type: "object" };
const manifests: Schema = { type: "array", items: manifest };
const count = (minimum: number, maximum?: number): Schema =>
  maximum === undefined ? { type: "integer", minimum } : { type: "integer", minimum, maximum };
const matching = (pattern: string): Schema => ({ type: "string", pattern });
const oneOf = (...values: readonly string[]): Schema => ({ type: "string", enum: values });
const ref = (name: string): Schema => ({ $ref: `#/definitions/${name}` });

/** Refuses every other member: a value with a misspelled name would have no effect. */
function members(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: "object", additionalProperties: false, properties };
}

const settingValues = members(
  Object.fromEntries(
    given
      .filter(([name]) => !isSecret(name))
      .map(([name, { description }]) => [name, { type: ["string", "number", "boolean"], description }]),
  ),
);

const secretValues = members(
  Object.fromEntries(
    given
      .filter(([name]) => isSecret(name))
      .map(([name, { description }]) => [name, { type: "string", minLength: 1, description }]),
  ),
);

const size = matching("^[0-9]+(\\.[0-9]+)?([EPTGMk]i?)?$");
const url = matching("^(https?://[^/?#\\s]+(/[^?#\\s]*)?)?$");

const podMembers = {
  annotations: labels,
  labels,
  nodeSelector: labels,
  tolerations: manifests,
  affinity: manifest,
  topologySpreadConstraints: manifests,
  priorityClassName: text,
  extraEnv: { type: "array", items: { type: "object", required: ["name"] } },
  extraVolumes: manifests,
  extraVolumeMounts: manifests,
  securityContext: manifest,
  containerSecurityContext: manifest,
};

const definitions = {
  pod: members(podMembers),
  disruptionBudget: members({
    enabled: flag,
    maxUnavailable: { anyOf: [count(1), matching("^([1-9][0-9]?|100)%$")] },
  }),
  autoscaling: members({
    enabled: flag,
    minReplicas: count(1),
    maxReplicas: count(1),
    targetCPUUtilizationPercentage: count(1, 1000),
    metrics: manifests,
    behavior: manifest,
  }),
  peers: manifests,
};

const ofDeployment = {
  replicas: count(0),
  resources: manifest,
  podDisruptionBudget: ref("disruptionBudget"),
  autoscaling: ref("autoscaling"),
  pod: ref("pod"),
};
const processes = count(1, 64);

const nodes = {
  api: members({ ...ofDeployment, processes }),
  worker: members({ ...ofDeployment, data: members({ sizeLimit: size }) }),
  single: members({
    replicas: count(0),
    processes,
    resources: manifest,
    persistence: members({ size, storageClass: text, existingClaim: text, annotations: labels }),
    pod: ref("pod"),
  }),
  pod: ref("pod"),
  upgrade: members({
    enabled: flag,
    activeDeadlineSeconds: count(60),
    backoffLimit: count(0),
    serviceAccountName: { type: "string", minLength: 1 },
    resources: manifest,
  }),
};

const installation = {
  mode: oneOf("cluster", "single"),
  image: members({
    repository: text,
    tag: text,
    digest: matching("^(sha256:[0-9a-f]{64})?$"),
    pullPolicy: oneOf("Always", "IfNotPresent", "Never"),
  }),
  imagePullSecrets: { type: "array", items: members({ name: text }) },
  nameOverride: text,
  fullnameOverride: text,
  commonLabels: labels,
  publicUrl: url,
  shutdownDelay: count(1, 300),
  maintenance: flag,
  settings: settingValues,
  secrets: secretValues,
  existingSecret: members({
    name: text,
    keys: { type: "array", uniqueItems: true, items: oneOf(...secretNames) },
  }),
};

const access = {
  service: members({
    type: oneOf("ClusterIP", "NodePort", "LoadBalancer"),
    port: count(1, 65_535),
    annotations: labels,
  }),
  ingress: members({
    enabled: flag,
    className: text,
    annotations: labels,
    hosts: texts,
    tls: { type: "array", items: members({ secretName: text, hosts: texts }) },
  }),
  httpRoute: members({ enabled: flag, annotations: labels, parentRefs: manifests, hostnames: texts, timeouts: labels }),
  serviceAccount: members({ create: flag, name: text, annotations: labels, automountToken: flag }),
  networkPolicy: members({
    enabled: flag,
    from: ref("peers"),
    dns: ref("peers"),
    database: members({ to: ref("peers"), port: count(1, 65_535) }),
    outbound: members({ to: ref("peers"), ports: manifests }),
    egress: manifests,
  }),
  monitoring: members({
    serviceMonitor: members({ enabled: flag, interval: matching("^[0-9]+(ms|s|m|h)$"), labels }),
    prometheusRule: members({ enabled: flag, labels }),
    dashboard: members({ enabled: flag, labels, annotations: labels }),
  }),
};

/** values.schema.json of the chart, with the names of all settings. */
export function chartSchema(): string {
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Values of the chart of Weft",
    // Helm adds global to the values of every chart that is part of another one.
    ...members({ global: manifest, ...installation, ...nodes, ...access }),
    definitions,
  };
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}
