import { LineCounter, parseDocument } from "yaml";
import { usageError } from "../../frame/cli-error.ts";
import { isObject } from "../../frame/is-object.ts";
import {
  type FileOption,
  type FileOptionSet,
  type FileProperty,
  type FileType,
  isOptionColor,
  keyOf,
  type TypeFile,
  tidyProperty,
} from "./type-file.ts";
import { typeFileVersion } from "./write-type-file.ts";

/** Parses YAML or JSON. Checks only what the comparison needs; the service validates the properties. */
export function readTypeFile(text: string, path: string): TypeFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: true });
  const [error] = document.errors;
  if (error !== undefined) {
    throw usageError(`${path} is neither YAML nor JSON: ${error.message}`);
  }
  try {
    return readFile(document.toJS({ maxAliasCount: 0 }));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw usageError(`${path}: ${error.message}`, "See the output of weft types export for the format.");
  }
}

class FileError extends Error {}

type Members = Readonly<Record<string, unknown>>;

function readFile(value: unknown): TypeFile {
  const members = membersOf(value, "the file");
  const unknown = Object.keys(members).find((name) => !["weftTypes", "optionSets", "entityTypes"].includes(name));
  if (unknown !== undefined) throw new FileError(`Unknown key ${unknown}. Allowed keys: optionSets, entityTypes.`);
  if (members["weftTypes"] !== typeFileVersion) {
    throw new FileError(`The file must start with weftTypes: ${typeFileVersion}.`);
  }
  const optionSets = listOf(members["optionSets"], "optionSets").map((set, index) =>
    readSet(membersOf(set, `optionSets/${index}`), `optionSets/${index}`),
  );
  const entityTypes = listOf(members["entityTypes"], "entityTypes").map((type, index) =>
    readType(membersOf(type, `entityTypes/${index}`), `entityTypes/${index}`),
  );
  requireOnce(optionSets.map(keyOf), "The option set");
  requireOnce(
    entityTypes.map(({ typePath }) => typePath),
    "The type",
  );
  return { optionSets, entityTypes };
}

function readSet({ name, federatedId, options, ...more }: Members, place: string): FileOptionSet {
  refuseOthers(more, place);
  return {
    name: textOf(name, `${place}/name`),
    ...(federatedId === undefined ? {} : { federatedId: textOf(federatedId, `${place}/federatedId`) }),
    options: listOf(options, `${place}/options`).map((option, index) =>
      readOption(membersOf(option, `${place}/options/${index}`), `${place}/options/${index}`),
    ),
  };
}

function readOption({ value, display, color, ...more }: Members, place: string): FileOption {
  refuseOthers(more, place);
  const named = color === undefined ? "" : textOf(color, `${place}/color`);
  return {
    value: textOf(value, `${place}/value`),
    display: textOf(display, `${place}/display`),
    ...(isOptionColor(named) ? { color: named } : {}),
  };
}

function readType(type: Members, place: string): FileType {
  const { typePath, label, mode = "open", presentation, properties, ...more } = type;
  refuseOthers(more, place);
  if (mode !== "open" && mode !== "strict") throw new FileError(`${place}/mode must be open or strict.`);
  const path = textOf(typePath, `${place}/typePath`);
  const read = listOf(properties, `${place}/properties`).map((property, index) =>
    readProperty(membersOf(property, `${place}/properties/${index}`), `${place}/properties/${index}`),
  );
  requireOnce(
    read.map(({ slug }) => slug),
    `In ${path} the property`,
  );
  return {
    typePath: path,
    label: textOf(label, `${place}/label`),
    mode,
    ...(presentation === undefined ? {} : { presentation: membersOf(presentation, `${place}/presentation`) }),
    properties: read,
  };
}

function readProperty({ slug, label, propertyType, optionSet, ...more }: Members, place: string): FileProperty {
  if ("optionSetId" in more)
    throw new FileError(`${place}: use optionSet instead of optionSetId; ids differ between organizations.`);
  return tidyProperty({
    ...more,
    slug: textOf(slug, `${place}/slug`),
    label: textOf(label, `${place}/label`),
    propertyType: textOf(propertyType, `${place}/propertyType`),
    ...(optionSet === undefined ? {} : { optionSet: textOf(optionSet, `${place}/optionSet`) }),
  });
}

function refuseOthers(more: Members, place: string): void {
  const [unknown] = Object.keys(more);
  if (unknown !== undefined) throw new FileError(`Unknown key ${place}/${unknown}.`);
}

function requireOnce(names: readonly string[], what: string): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new FileError(`${what} ${twice} appears twice.`);
}

function listOf(value: unknown, place: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new FileError(`${place} must be a list.`);
  return value;
}

function membersOf(value: unknown, place: string): Members {
  if (!isObject(value)) {
    throw new FileError(`${place} must be an object, with keys such as optionSets or label.`);
  }
  return { ...value };
}

function textOf(value: unknown, place: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw new FileError(
    value === undefined || value === "" ? `${place} is missing.` : `${place} must be a string: quote it.`,
  );
}
