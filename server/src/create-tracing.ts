import { hostname } from "node:os";
import { OtlpExporter } from "./platform/tracing/otlp-exporter.ts";
import { Tracer } from "./platform/tracing/tracer.ts";
import type { ServiceOptions } from "./service-options.ts";

export interface Tracing {
  /** Undefined unless the operator has configured a collector. */
  readonly tracer: Tracer | undefined;
  closeTracing(): Promise<void>;
}

export function createTracing({ config, log }: Pick<ServiceOptions, "config" | "log">): Tracing {
  if (config.tracing === undefined) {
    return { tracer: undefined, closeTracing: async () => {} };
  }
  const { endpoint, headers, ratio, serviceName } = config.tracing;
  const exporter = new OtlpExporter({
    endpoint,
    headers,
    resource: {
      "service.name": serviceName,
      "service.instance.id": `${hostname()}:${process.pid}`,
      "weft.role": config.role,
    },
    onFailure: (reason) => log.warn({ reason }, "traces could not be exported"),
  });
  return {
    tracer: new Tracer({ ratio, keep: (span) => exporter.keep(span) }),
    closeTracing: () => exporter.close(),
  };
}
