import { Worker, type WorkerOptions } from "node:worker_threads";

export function startThread(entry: URL, options: WorkerOptions): Worker {
  return entry.pathname.endsWith(".ts") ? startFromSource(entry, options) : new Worker(entry, options);
}

/** For tests and benchmarks: the TypeScript loader must be registered before the module is loaded. */
function startFromSource(entry: URL, options: WorkerOptions): Worker {
  const code = `import("tsx/esm/api").then(({ register }) => (register(), import(${JSON.stringify(entry.href)})));`;
  return new Worker(code, { ...options, eval: true, execArgv: ["--conditions=source"] });
}
