import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The licenses of the packages of these files; our distribution contains their code. */
export function licensesOf(root, files) {
  const folders = files.map((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  const packages = [...new Set(folders.filter((folder) => folder !== undefined))].sort();
  return packages.map((folder) => licenseOf(join(root, folder))).join(`\n${"-".repeat(80)}\n\n`);
}

/** Some packages only name their license and author, without a text. */
function licenseOf(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  const text = file === undefined ? `By ${author?.name ?? author}\n` : readFileSync(join(folder, file), "utf8");
  return `${name} ${version} (${license})\n\n${text}`;
}
