import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { freePort } from "./free-port.ts";

export const prometheusFolder = fileURLToPath(new URL("../../deploy/prometheus", import.meta.url));

export type Labels = Readonly<Record<string, string>>;

/** A Prometheus with our rules. */
export interface Prometheus {
  /** The alerts that have fired so far. */
  readonly fired: ReadonlySet<string>;
  /** The labels of the series that the expression has now. Rejects an expression that is not valid. */
  query(expression: string): Promise<readonly Labels[]>;
  stop(): Promise<void>;
}

/** Scrapes the nodes every second. Alerts fire at once: their for: is replaced. */
export async function startPrometheus(addresses: readonly string[]): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), "weft-prometheus-"));
  const rules = await readFile(join(prometheusFolder, "alerts.yaml"), "utf8");
  await writeFile(join(folder, "alerts.yaml"), rules.replace(/^( +for:) .*$/gm, "$1 0s"));
  await writeFile(join(folder, "prometheus.yml"), configurationOf(addresses));
  const port = await freePort();
  const child = spawn(
    "prometheus",
    [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "tsdb")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: "ignore" },
  );
  const fired = new Set<string>();
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
    const { data, error } = JSON.parse(await answer.text());
    if (error !== undefined) throw new Error(`${path}: ${error}`);
    return data;
  };
  const look = async () => {
    const data = await ask("alerts");
    for (const { state, labels } of data.alerts) {
      if (state === "firing") fired.add(labels.alertname);
    }
  };
  const looking = setInterval(() => void look().catch(() => {}), 500);
  await waitUntil("Prometheus responds", () =>
    look().then(
      () => true,
      () => false,
    ),
  );
  return {
    fired,
    async query(expression) {
      const { result } = await ask(`query?query=${encodeURIComponent(expression)}`);
      return result.map(({ metric }: { metric: Labels }) => metric);
    },
    async stop() {
      clearInterval(looking);
      child.kill();
      await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function configurationOf(addresses: readonly string[]): string {
  const jobOf = (scheme: string) =>
    addresses
      .filter((address) => address.startsWith(`${scheme}:`))
      .map((address) => JSON.stringify(new URL(address).host));
  return `
global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }
rule_files: [alerts.yaml]
scrape_configs:
  - job_name: weft
    static_configs: [{ targets: [${jobOf("http").join(", ")}] }]
  - job_name: weft-over-tls
    scheme: https
    tls_config: { insecure_skip_verify: true }
    static_configs: [{ targets: [${jobOf("https").join(", ")}] }]
    relabel_configs: [{ target_label: job, replacement: weft }]
`;
}
