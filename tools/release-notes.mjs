// node tools/release-notes.mjs <version> <address of the repository's files>: prints the section of a version in the
// changelog for the page of the release, where links to files need an address.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const [version, address] = process.argv.slice(2);
if (version === undefined || address === undefined) {
  console.error("Usage: node tools/release-notes.mjs 1.4.0 https://git.example.com/weft/blob/v1.4.0");
  process.exit(2);
}
const changelog = readFileSync(join(process.cwd(), "CHANGELOG.md"), "utf8");
const section = changelog.split(/^## /m).find((part) => part.startsWith(`${version}, `));
if (section === undefined) {
  console.error(`CHANGELOG.md has no section for ${version}.`);
  process.exit(1);
}
const text = section.slice(section.indexOf("\n")).trim();
console.log(text.replaceAll(/\]\((?!https?:|#)([^)\s]+)\)/g, `](${address}/$1)`));
