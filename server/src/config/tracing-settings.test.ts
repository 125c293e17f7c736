import { expect, test } from "vitest";
import { configErrors } from "../testing/config-errors.ts";
import { parseConfig } from "./config.ts";
import type { RawSettings } from "./config-sources.ts";

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318/" };
const withSampler = (sampler: string) => ({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: "0.5" });

test("without an endpoint there are no traces", () => {
  expect(parseConfig({ OTEL_SERVICE_NAME: "plm", OTEL_RESOURCE_ATTRIBUTES: "a=b" }).tracing).toBeUndefined();
});

test("an endpoint alone records all traces, and those of callers as they decide", () => {
  expect(parseConfig(endpoint).tracing).toEqual({
    endpoint: "http://127.0.0.1:4318",
    headers: {},
    resource: { "service.name": "weft" },
    ratio: 1,
    followsCaller: true,
  });
});

test.each<[RawSettings, object]>([
  [
    { OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20YTpi==, x-team=plm" },
    { headers: { authorization: "Basic YTpi==", "x-team": "plm" } },
  ],
  [
    { OTEL_RESOURCE_ATTRIBUTES: "service.name=plm, team%2Cname=gr%C3%B6%C3%9Fe%20a%3Db ,empty=,equals=a=b" },
    { resource: { "service.name": "plm", "team,name": "größe a=b", empty: "", equals: "a=b" } },
  ],
  [
    { OTEL_RESOURCE_ATTRIBUTES: "service.name=plm,service.version=7", OTEL_SERVICE_NAME: "weft-eu" },
    { resource: { "service.name": "weft-eu", "service.version": "7" } },
  ],
  [{ OTEL_TRACES_SAMPLER_ARG: "0.25" }, { ratio: 0.25, followsCaller: true }],
  [withSampler("always_on"), { ratio: 1, followsCaller: false }],
  [withSampler("always_off"), { ratio: 0, followsCaller: false }],
  [withSampler("traceidratio"), { ratio: 0.5, followsCaller: false }],
  [withSampler("parentbased_always_on"), { ratio: 1, followsCaller: true }],
  [withSampler("parentbased_always_off"), { ratio: 0, followsCaller: true }],
  [withSampler("parentbased_traceidratio"), { ratio: 0.5, followsCaller: true }],
])("%j is accepted", (raw, expected) => {
  expect(parseConfig({ ...endpoint, ...raw }).tracing).toMatchObject(expected);
});

const pairsError =
  "must be name=value, several separated by commas, with % only before two hexadecimal digits of UTF-8 text";

test.each<[RawSettings, string]>([
  [{ OTEL_EXPORTER_OTLP_HEADERS: "authorization=100%" }, `OTEL_EXPORTER_OTLP_HEADERS: ${pairsError}`],
  [{ OTEL_EXPORTER_OTLP_HEADERS: "x%20y=1" }, `OTEL_EXPORTER_OTLP_HEADERS: ${pairsError}`],
  ...["plm", "=plm", "a=b,", "a=%f", "a=%FF", "%=a", "a b=c"].map((text): [RawSettings, string] => [
    { OTEL_RESOURCE_ATTRIBUTES: text },
    `OTEL_RESOURCE_ATTRIBUTES: ${pairsError}`,
  ]),
  [
    { OTEL_TRACES_SAMPLER: "jaeger_remote" },
    "OTEL_TRACES_SAMPLER: must be one of parentbased_traceidratio, parentbased_always_on, parentbased_always_off, traceidratio, always_on, always_off",
  ],
  [{ OTEL_TRACES_SAMPLER_ARG: "2" }, "OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1"],
])("%j is rejected", (raw, error) => {
  expect(configErrors(() => parseConfig(raw))).toEqual([error]);
});
