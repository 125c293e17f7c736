import { describe, expect, test } from "vitest";
import { type Manifest, renderChart, valueSets } from "../testing/chart.ts";
import { loadSchemas } from "../testing/kubernetes-schemas.ts";

/** The oldest version that Chart.yaml allows, and the newest one with schemas in a module. */
const versions = ["1.27", "1.30"];
const rendered = valueSets.map(([name, values]): [string, readonly Manifest[]] => [name, renderChart(values)]);

describe.each(versions)("Kubernetes %s", (version) => {
  const schemas = loadSchemas(version);

  test.each(rendered)("accepts the manifests of %s", (_, manifests) => {
    expect(
      manifests.flatMap((manifest) => schemas.errorsOf(manifest).map((error) => `${manifest.kind}: ${error}`)),
    ).toEqual([]);
  });

  test("refuses members that do not exist, wrong types and unknown kinds", () => {
    const [, manifests = []] = rendered[0] ?? [];
    const [deployment] = manifests.filter(({ kind }) => kind === "Deployment");
    const planted: readonly Manifest[] = [
      { ...structuredClone(deployment), spec: { ...deployment?.spec, replica: 3 } },
      { ...structuredClone(deployment), spec: { ...deployment?.spec, replicas: "3" } },
      { ...structuredClone(deployment), apiVersion: "apps/v2" },
    ].map((one) => JSON.parse(JSON.stringify(one)));

    expect(planted.map((one) => schemas.errorsOf(one))).toEqual([
      [expect.stringContaining('{"additionalProperty":"replica"}')],
      ['/spec/replicas must be integer {"type":"integer"}'],
      ["apps/v2 Deployment does not exist"],
    ]);
  });
});

test("every kind that the chart has is validated", () => {
  const kinds = rendered.flatMap(([, manifests]) => manifests.map(({ kind }) => kind));

  expect([...new Set(kinds)].sort()).toEqual([
    "ConfigMap",
    "Deployment",
    "HTTPRoute",
    "HorizontalPodAutoscaler",
    "Ingress",
    "Job",
    "NetworkPolicy",
    "Pod",
    "PodDisruptionBudget",
    "PrometheusRule",
    "Secret",
    "Service",
    "ServiceAccount",
    "ServiceMonitor",
    "StatefulSet",
  ]);
});
