import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { shareTestService, type TestService } from "../../server/src/testing/test-service.ts";
import { keyEnv, runWeft, type WeftRun } from "./run-weft.ts";

/** Untyped: a wrong assumption about a response fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type Json = any;

/** A service, a folder with files, and a user who runs commands there. */
export interface Desk {
  readonly service: TestService;
  readonly folder: string;
  readonly env: Record<string, string>;
  /** Runs a command until it ends. */
  weft(args: readonly string[], input?: string): Promise<WeftRun>;
  /** The JSON output of a command; it must succeed. */
  json(...args: readonly string[]): Promise<Json>;
  /** Writes a file with these lines, and returns its name. */
  file(name: string, ...lines: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

export async function openDesk(settings: Readonly<Record<string, string>> = {}): Promise<Desk> {
  const folder = await mkdtemp(join(tmpdir(), "weft-desk-"));
  const service = await shareTestService(settings);
  const env = keyEnv(service);
  const weft = (args: readonly string[], input?: string) =>
    runWeft(args, { env, cwd: folder, ...(input === undefined ? {} : { input }) });
  return {
    service,
    folder,
    env,
    weft,
    async json(...args) {
      const { code, stdout, stderr } = await weft([...args, "--json"]);
      if (code !== 0) throw new Error(`weft ${args.join(" ")}: ${code}\n${stderr}`);
      return JSON.parse(stdout);
    },
    async file(name, ...lines) {
      await writeFile(join(folder, name), `${lines.join("\n")}\n`);
      return name;
    },
    async close() {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
