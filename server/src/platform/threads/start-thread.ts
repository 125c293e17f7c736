import { Worker, type WorkerOptions } from "node:worker_threads";

export function startThread(entry: URL, options: WorkerOptions): Worker {
  return entry.pathname.endsWith(".ts") ? startFromSource(entry, options) : new Worker(entry, options);
}

/** As tests and benchmarks run it: what reads TypeScript must be there before the module is. */
function startFromSource(entry: URL, options: WorkerOptions): Worker {
  const code = `import("tsx/esm/api").then(({ register }) => (register(), import(${JSON.stringify(entry.href)})));`;
  return new Worker(code, { ...options, eval: true, execArgv: ["--conditions=source"] });
}
