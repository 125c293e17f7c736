// The software bill of materials of the product, as CycloneDX 1.6.
import { randomUUID } from "node:crypto";
import { type LockedPackage, productPath } from "./locked-packages.ts";
import type { Part } from "./native-parts.ts";

export interface SbomInput {
  readonly version: string;
  readonly commit: string | undefined;
  readonly packages: readonly SbomPackage[];
  /** What they run on, such as Node, if that is described too. */
  readonly platform?: readonly Part[];
}

export interface SbomPackage extends LockedPackage {
  readonly parts: readonly Part[];
}

/** Their files contain more than they say. */
const opaque = /^@(scalar\/fastify-api-reference|jitl\/quickjs-|node-rs\/argon2-|img\/sharp-(?!libvips))/;
const ownLicense = [{ license: { id: "Apache-2.0" } }];

export function makeSbom({ version, commit, packages, platform = [] }: SbomInput) {
  const root = purlOf({ name: `@weft/${productPath}`, version });
  const others = packages.filter(({ path }) => path !== productPath);
  const components = [...others.map(packageComponent), ...platform.map((part) => partComponent(part))];
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      component: {
        type: "application",
        "bom-ref": root,
        name: "weft",
        version,
        licenses: ownLicense,
        purl: root,
        ...(commit === undefined ? {} : { properties: [{ name: "weft:commit", value: commit }] }),
      },
      licenses: ownLicense,
    },
    // The same version can be installed at several places.
    components: [...new Map(components.map((component) => [component["bom-ref"], component])).values()],
    dependencies: dependencyEdges(packages, platform, root),
    compositions: [
      { aggregate: "incomplete", assemblies: unique(others.filter(({ name }) => opaque.test(name)).map(purlOf)) },
    ],
  };
}

export function purlOf({ name, version }: { readonly name: string; readonly version: string }): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}

function packageComponent(one: SbomPackage) {
  const { name, version, license, integrity, isOptional, platform, bundledIn, parts } = one;
  const purl = purlOf(one);
  const [group, ownName] = name.startsWith("@") ? name.split("/") : [undefined, name];
  const properties = [
    ...(platform === "" ? [] : [{ name: "weft:platform", value: platform }]),
    ...bundledIn.map((value) => ({ name: "weft:bundled-in", value: `@weft/${value}` })),
  ];
  return {
    type: "library",
    "bom-ref": purl,
    ...(group === undefined ? {} : { group }),
    name: ownName,
    version,
    scope: isOptional ? "optional" : "required",
    ...(integrity === undefined ? {} : { hashes: integrity.split(" ").map(formatHash) }),
    ...(license === undefined ? {} : { licenses: [licenseChoice(license)] }),
    purl,
    ...(properties.length === 0 ? {} : { properties }),
    ...(parts.length === 0 ? {} : { components: parts.map((part) => partComponent(part, purl)) }),
  };
}

interface PartComponent {
  readonly type: string;
  readonly "bom-ref": string;
  readonly components?: readonly PartComponent[];
}

/** The same library can be in several packages. */
function partComponent({ type, name, version, license, terms, cpe, purl, parts }: Part, owner?: string): PartComponent {
  const ref = owner === undefined ? purl : `${owner}#${name}`;
  return {
    type,
    "bom-ref": ref,
    ...{ name, version },
    ...(license === undefined ? {} : { licenses: [licenseChoice(license)] }),
    ...(terms === undefined ? {} : { licenses: [{ license: { name: terms } }] }),
    ...(cpe === undefined ? {} : { cpe }),
    ...{ purl },
    ...(parts.length === 0 ? {} : { components: parts.map((part) => partComponent(part, ref)) }),
  };
}

function licenseChoice(license: string) {
  return /^[\w.+-]+$/.test(license) ? { license: { id: license } } : { expression: license };
}

/** As npm writes it: sha512- and base64. */
function formatHash(integrity: string) {
  const [algorithm = "", digest = ""] = integrity.split(/-(.*)/s);
  return { alg: algorithm.replace("sha", "SHA-"), content: Buffer.from(digest, "base64").toString("hex") };
}

/** A package of ours depends on what is bundled in it. */
function dependencyEdges(packages: readonly SbomPackage[], platform: readonly Part[], root: string) {
  const refs = new Map(packages.map((one) => [one.path, one.path === productPath ? root : purlOf(one)]));
  const edges = new Map<string, string[]>();
  const add = (from: string, to: readonly string[]) => edges.set(from, [...(edges.get(from) ?? []), ...to]);
  for (const { path, dependsOn, bundledIn } of packages) {
    const ref = refs.get(path) ?? root;
    add(
      ref,
      dependsOn.flatMap((needed) => refs.get(needed) ?? []),
    );
    for (const workspace of bundledIn) add(refs.get(workspace) ?? root, [ref]);
  }
  add(
    root,
    platform.filter(({ type }) => type === "platform").map(({ purl }) => purl),
  );
  return [...edges].map(([ref, dependsOn]) => ({ ref, dependsOn: unique(dependsOn) }));
}
