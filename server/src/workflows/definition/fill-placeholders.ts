import { compileValue } from "../../platform/expressions/compile-value.ts";
import { documentPaths } from "../../platform/expressions/names/document-paths.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../platform/json-value.ts";

const names = documentPaths();

/** A value in which every text may hold placeholders, ready to be filled in. */
type Fill = (document: JsonObject) => JsonValue;

/**
 * Compiles a config; throws an ExpressionFault for a text that cannot be read. Plain members are taken as they are;
 * they are named by their paths, such as code or config/conditionalColumns.
 */
export function compileConfig(
  config: JsonObject,
  plainMembers: readonly string[] = [],
): (document: JsonObject) => JsonObject {
  return compileMembers(config, "", plainMembers);
}

function compile(value: JsonValue, path: string, plain: readonly string[]): Fill {
  if (plain.includes(path)) {
    return () => value;
  }
  if (typeof value === "string") {
    const compiled = compileValue(value, names);
    return (document) => compiled.evaluate(document);
  }
  if (Array.isArray(value)) {
    const items = value.map((item, index) => compile(item, `${path}/${index}`, plain));
    // What is missing leaves a gap: an item of a list has its place.
    return (document) => items.map((fill) => fill(document) ?? null);
  }
  return value !== undefined && isJsonObject(value) ? compileMembers(value, `${path}/`, plain) : () => value;
}

/** A member whose placeholder finds nothing is left out. */
function compileMembers(
  object: JsonObject,
  path: string,
  plain: readonly string[],
): (document: JsonObject) => JsonObject {
  const members = Object.entries(object).map(([key, member]): [string, Fill] => [
    key,
    compile(member, path + key, plain),
  ]);
  return (document) =>
    Object.fromEntries(
      members.flatMap(([key, fill]) => {
        const value = fill(document);
        return value === undefined ? [] : [[key, value]];
      }),
    );
}
