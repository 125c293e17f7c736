import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { z } from "zod";
import { closestName } from "../platform/closest-name.ts";
import { errorCodeOf } from "../platform/error-code.ts";
import { secretSettings, settings } from "./settings.ts";

/** The raw values: names of settings.ts, all text. */
export type RawSettings = Readonly<Record<string, string>>;

const names = Object.keys(settings);
// Read by the clients and the command line. A machine may run both them and the service.
const clientVariables = ["WEFT_API_KEY", "WEFT_BASE_URL", "WEFT_ACCESS_TOKEN", "WEFT_PROFILE", "WEFT_CONFIG_DIR"];
const fileNames: readonly string[] = secretSettings.map((name) => `${name}_FILE`);

export function readConfigFile(path: string, errors: string[]): RawSettings {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(readYaml(path, errors))) {
    const text = Array.isArray(value) ? value.join(",") : value;
    if (!names.includes(name)) {
      errors.push(`${path}: ${name} is not a setting${hint(name)}`);
    } else if (typeof text !== "string") {
      errors.push(`${path}: ${name} must be a value or a list of values`);
    } else if (!emptyYamlValues.includes(text)) {
      values[name] = text;
    }
  }
  return values;
}

const emptyYamlValues = ["", "~", "null"];

/** The members of the file. An error shows only its position, because the line may contain a secret. */
function readYaml(path: string, errors: string[]): Readonly<Record<string, unknown>> {
  const text = readIfThere(path, errors);
  if (text === "") {
    return {};
  }
  // Loaded only for a file: most services are configured by their environment.
  const { parseDocument }: typeof import("yaml") = createRequire(import.meta.url)("yaml");
  // The failsafe schema keeps every value as text: a secret such as 0123 must not become a number.
  const document = parseDocument(text, { schema: "failsafe" });
  const complaints = [...document.errors, ...document.warnings];
  if (complaints.length > 0) {
    const places = complaints.map(({ linePos }) => `line ${linePos?.[0].line}, column ${linePos?.[0].col}`);
    errors.push(...places.map((place) => `${path}: invalid YAML at ${place}`));
    return {};
  }
  try {
    return z.record(z.string(), z.unknown()).parse(document.toJS({ maxAliasCount: 0 }) ?? {});
  } catch {
    errors.push(`${path}: must be a mapping of settings by name, without aliases`);
    return {};
  }
}

function readIfThere(path: string, errors: string[]): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (errorCodeOf(error) !== "ENOENT") {
      errors.push(`${path}: cannot be read`);
    }
    return "";
  }
}

/** An empty variable counts as absent: composed environments unset variables this way. */
export function readEnvironment(environment: NodeJS.ProcessEnv, errors: string[]): RawSettings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const values: Record<string, string> = {};
  for (const [name, value = ""] of Object.entries(given)) {
    if (names.includes(name)) {
      values[name] = value;
    } else if (fileNames.includes(name)) {
      Object.assign(values, readSecretFile(name, value, errors));
    } else if (name.startsWith("WEFT_") && !clientVariables.includes(name) && hint(name) !== "") {
      errors.push(`${name} is not a setting${hint(name)}`);
    }
  }
  const doubled = secretSettings.filter((name) => name in given && `${name}_FILE` in given);
  errors.push(...doubled.map((name) => `${name} and ${name}_FILE: set only one of them`));
  return values;
}

function readSecretFile(name: string, path: string, errors: string[]): RawSettings {
  try {
    return { [name.replace(/_FILE$/, "")]: readFileSync(path, "utf8").replace(/\r?\n$/, "") };
  } catch {
    errors.push(`${name}: the file ${path} cannot be read`);
    return {};
  }
}

/** Compared without the prefix, which says nothing: WEFT_PORT means PORT, and WEFT_BASE_URL is not DATABASE_URL. */
function hint(name: string): string {
  const closest = closestName(withoutPrefix(name), names.map(withoutPrefix));
  const meant = names.find((known) => withoutPrefix(known) === closest);
  return meant === undefined ? "" : `; did you mean ${meant}?`;
}

function withoutPrefix(name: string): string {
  return name.replace(/^WEFT_/, "");
}
