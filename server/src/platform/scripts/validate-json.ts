// As in any request body.
const levelsMax = 64;
// With the u flag a surrogate pair is one code point above this class, so only lone surrogates match.
const nulOrHalfCharacter = /[\0\ud800-\udfff]/u;

/** Why a value is not storable JSON, as text that follows its name; undefined members are allowed. */
export function validateJson(value: unknown): string | undefined {
  return errorAt(value, 1);
}

function errorAt(value: unknown, level: number): string | undefined {
  switch (typeof value) {
    case "string":
      return validateText(value);
    case "number":
      return Number.isFinite(value) ? undefined : `contains ${value}, which is not a number in JSON`;
    case "boolean":
    case "undefined":
      return undefined;
    case "object":
      return value === null ? undefined : validateObject(value, level);
    default:
      return `contains a ${typeof value}, which is not JSON`;
  }
}

function validateText(text: string): string | undefined {
  return nulOrHalfCharacter.test(text) ? "contains NUL or half of a character, which cannot be stored" : undefined;
}

function validateObject(value: object, level: number): string | undefined {
  if (level > levelsMax) {
    return `is nested more than ${levelsMax} levels deep`;
  }
  if (Array.isArray(value)) {
    return firstError(value, (item: unknown) => errorAt(item, level + 1));
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    return "contains a class instance, which is not JSON";
  }
  return firstError(Object.entries(value), ([key, member]) =>
    // It would become the prototype of any object that it is copied into.
    key === "__proto__" ? 'has the key "__proto__"' : (validateText(key) ?? errorAt(member, level + 1)),
  );
}

function firstError<T>(items: readonly T[], errorOf: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const error = errorOf(item);
    if (error !== undefined) {
      return error;
    }
  }
  return undefined;
}
