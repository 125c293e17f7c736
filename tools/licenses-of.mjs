import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The folders of the packages that these files are from, such as node_modules/react. */
export function packagesOf(files) {
  const folders = files.map((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort();
}

/** The licenses of these packages; our distribution contains their code. */
export function licensesOf(root, packages) {
  return packages.map((folder) => licenseOf(join(root, folder))).join(`\n${"-".repeat(80)}\n\n`);
}

/** Some packages only name their license and author, without a text. */
export function licenseOf(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  const by = author === undefined ? "The package names no author.\n" : `By ${author.name ?? author}\n`;
  const text = file === undefined ? by : readFileSync(join(folder, file), "utf8");
  return `${name} ${version} (${license})\n\n${text}`;
}
