import { isObject } from "../platform/json-value.ts";
import { invalid } from "./scim-error.ts";

/** One change of one attribute. Names are in lower case. */
export interface AttributeChange {
  readonly op: "add" | "replace" | "remove";
  /** Example: members or name.givenname. */
  readonly attribute: string;
  /** The value selected by a path, as in members[value eq "…"]; undefined without such a path. */
  readonly picked: string | undefined;
  readonly value: unknown;
}

const operationsMax = 1000;

/**
 * The operations of a PATCH as changes of single attributes: a value without a path changes every attribute that it
 * names.
 */
export function readPatch(body: unknown): AttributeChange[] {
  const operations = memberOf(body, "operations");
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > operationsMax) {
    throw invalid("invalidSyntax", `Send Operations with 1 to ${operationsMax} entries.`);
  }
  return operations.flatMap(readOperation);
}

/** The attributes of a whole resource, as the changes that would set them. */
export function readResource(body: unknown): AttributeChange[] {
  if (!isObject(body)) {
    throw invalid("invalidSyntax", "Send the resource as a JSON object.");
  }
  return changesOf("replace", body);
}

function readOperation(operation: unknown): AttributeChange[] {
  // Microsoft Entra sends Add, Replace and Remove.
  const op = String(memberOf(operation, "op")).toLowerCase();
  const path = memberOf(operation, "path");
  const value = memberOf(operation, "value");
  if (op !== "add" && op !== "replace" && op !== "remove") {
    throw invalid("invalidSyntax", "An operation requires op: add, replace or remove.");
  }
  if (path === undefined || path === null || path === "") {
    if (op === "remove") {
      throw invalid("noTarget", "A remove operation requires a path.");
    }
    if (!isObject(value)) {
      throw invalid("invalidValue", "An operation without a path requires an object as its value.");
    }
    return changesOf(op, value);
  }
  const { attribute, picked } = readPath(path);
  return isNested(attribute, value) && picked === undefined && op !== "remove"
    ? changesOf(op, { [attribute]: value })
    : [{ op, attribute, picked, value }];
}

/** The name of a user is one attribute with sub-attributes; all others are set as a whole. */
function isNested(attribute: string, value: unknown): value is object {
  return attribute === "name" && isObject(value);
}

function changesOf(op: "add" | "replace", values: object): AttributeChange[] {
  return Object.entries(values).flatMap(([name, value]): AttributeChange[] => {
    // Extensions are objects under their schema; they are not stored.
    if (/^urn:/i.test(name) && isObject(value)) {
      return [];
    }
    // An invalid name is unknown, and unknown attributes are ignored.
    const { attribute, picked } = pathOf(name) ?? notKept;
    return isNested(attribute, value)
      ? Object.entries(value).map(([part, inner]) => ({
          op,
          attribute: `${attribute}.${part.toLowerCase()}`,
          picked: undefined,
          value: inner,
        }))
      : [{ op, attribute, picked, value }];
  });
}

const pathPattern =
  /^([a-z$][\w$-]*)(?:\[\s*[\w$.]+\s+eq\s+(?:"((?:[^"\\]|\\.)*)"|true|false)\s*\])?(?:\.([a-z$][\w$-]*))?$/i;

interface Path {
  readonly attribute: string;
  readonly picked: string | undefined;
}

/** An attribute of an extension, or one with an invalid name. */
const notKept: Path = { attribute: "", picked: undefined };

function readPath(path: unknown): Path {
  const text = typeof path === "string" ? path.trim() : "";
  const found = pathOf(text);
  if (found === undefined) {
    throw invalid("invalidPath", `The path ${JSON.stringify(text.slice(0, 200))} is not supported.`);
  }
  return found;
}

function pathOf(text: string): Path | undefined {
  const core = text.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i, "");
  if (/^urn:/i.test(core)) {
    return notKept;
  }
  const [all, name = "", picked, part] = pathPattern.exec(core) ?? [];
  const attribute = (part === undefined ? name : `${name}.${part}`).toLowerCase();
  return all === undefined ? undefined : { attribute, picked };
}

/** Ignores case: most clients send Operations, and some operations. */
export function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? Object.entries(value).find(([key]) => key.toLowerCase() === name)?.[1] : undefined;
}
