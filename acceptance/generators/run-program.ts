import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
/** What the checks download is kept here. */
export const cache = join(root, "node_modules/.cache/generators");

export interface Output {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export function run(program: string, args: readonly string[], { cwd, env }: RunOptions = {}): Output {
  const options = { cwd, encoding: "utf8", env: { ...process.env, ...env }, maxBuffer: 100_000_000 } as const;
  const { error, ...output } = spawnSync(program, args, options);
  if (error !== undefined) {
    throw new Error(`${program} could not be run. The checks need python3 with venv, go, java and mvn.`, {
      cause: error,
    });
  }
  return output;
}

export function succeed(program: string, args: readonly string[], options?: RunOptions): Output {
  const output = run(program, args, options);
  if (output.status !== 0) {
    throw new Error(`${program} ${args.join(" ")} failed:\n${output.stdout}\n${output.stderr}`);
  }
  return output;
}

/** A Python of its own with the package; returns its path, next to which the package's programs are. */
export function installPython(name: string, version: string): string {
  const python = join(cache, `${name}-${version}/bin/python`);
  if (!existsSync(python)) {
    succeed("python3", ["-m", "venv", dirname(dirname(python))]);
    succeed(python, ["-m", "pip", "install", "--quiet", `${name}==${version}`]);
  }
  return python;
}
