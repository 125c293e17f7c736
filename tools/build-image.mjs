// npm run image: builds the image of the service with its version and its commit, by docker, podman or buildah. The first
// argument may name one of them, and the others are its own, as in:
//   npm run image -- podman --build-arg NODE_IMAGE=registry.example/node:22
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readCommit } from "./build-commit.mjs";

const root = join(import.meta.dirname, "..");
// An image in OCI's own format has no health check.
const engines = { docker: [], podman: ["--format=docker"], buildah: ["--format=docker"] };

// Docker without its daemon cannot build.
const canBuild = (program) => spawnSync(program, ["info"], { stdio: "ignore" }).status === 0;
const [first, ...rest] = process.argv.slice(2);
const isNamed = first !== undefined && first in engines;
const engine = isNamed ? first : Object.keys(engines).find(canBuild);
if (engine === undefined) {
  console.error("An image is built by docker, podman or buildah. Install one of them.");
  process.exit(1);
}
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const commit = readCommit(root) ?? "";
const given = isNamed ? rest : process.argv.slice(2);
const args = [
  "build",
  ...engines[engine],
  ...(given.some((option) => /^(-t|--tag)\b/.test(option)) ? [] : [`--tag=weft:${version}`]),
  `--build-arg=WEFT_VERSION=${version}`,
  `--build-arg=WEFT_COMMIT=${commit}`,
  ...given,
  ".",
];
console.log(`${engine} ${args.join(" ")}`);
process.exitCode = spawnSync(engine, args, { cwd: root, stdio: "inherit" }).status ?? 1;
