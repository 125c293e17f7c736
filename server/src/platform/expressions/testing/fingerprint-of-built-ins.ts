const prototypes = [
  Object.prototype,
  Function.prototype,
  Array.prototype,
  String.prototype,
  Number.prototype,
  Boolean.prototype,
  Date.prototype,
  RegExp.prototype,
  Map.prototype,
  Error.prototype,
  Promise.prototype,
];

/** Changes whenever a member of a built-in prototype is added, removed or replaced. */
export function fingerprintOfBuiltIns(): string {
  return [...prototypes, Object, Function, Math, JSON, Reflect, globalThis].map(fingerprintOf).join("\n");
}

const numbers = new WeakMap<object, number>();
let count = 0;

function fingerprintOf(object: object): string {
  const members = Object.getOwnPropertyDescriptors(object);
  return Reflect.ownKeys(members)
    .map((key) => {
      const { value, get, set } = Reflect.getOwnPropertyDescriptor(object, key) ?? {};
      return `${String(key)}:${[value, get, set].map(identityOf).join()}`;
    })
    .join(";");
}

/** Two functions with the same text are distinct. */
function identityOf(value: unknown): string {
  if (typeof value !== "function") return typeof value;
  const known = numbers.get(value);
  if (known !== undefined) return String(known);
  count += 1;
  numbers.set(value, count);
  return String(count);
}
