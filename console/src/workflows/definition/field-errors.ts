import { actionLabels } from "./action-table.ts";

/** The errors that the service found, and where: tasks/0/config/url. */
export interface FieldError {
  readonly pointer: string;
  readonly message: string;
}

/** The error to show at a field: those of the field and of everything inside it. */
export function errorAt(errors: readonly FieldError[], pointer: string): string | undefined {
  const found = errors.filter((error) => error.pointer === pointer || error.pointer.startsWith(`${pointer}/`));
  if (found.length === 0) return undefined;
  return found.map((error) => messageWithin(error, pointer)).join(" ");
}

function messageWithin({ pointer, message }: FieldError, field: string): string {
  const inside = pointer.slice(field.length + 1);
  return inside === "" ? plainError(message) : `${inside.replaceAll("/", ".")}: ${plainError(message)}`;
}

/** Errors of the task itself, which none of its fields shows. */
export function strayErrors(
  errors: readonly FieldError[],
  task: string,
  shown: readonly string[],
): readonly FieldError[] {
  return errors.filter(
    ({ pointer }) =>
      (pointer === task || pointer.startsWith(`${task}/`)) &&
      !shown.some((field) => pointer === field || pointer.startsWith(`${field}/`)),
  );
}

/** Rewrites messages that do not help a user of the form: those of the schema, and of a key that the form generated. */
export function plainError(message: string): string {
  if (message.startsWith('"webhook|" is not a trigger key')) return "Choose an inbound webhook.";
  if (/^Too small: expected string|received undefined$/.test(message)) return "Enter a value.";
  if (/^Too small: expected array/.test(message)) return "Add at least one.";
  if (/^Too big: expected string to have <=(\d+)/.test(message)) {
    return `At most ${/<=(\d+)/.exec(message)?.[1]} characters.`;
  }
  const expected = /^Invalid input: expected (\w+), received/.exec(message)?.[1];
  return expected === undefined ? message : `Enter ${nouns[expected] ?? expected}.`;
}

const nouns: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

/** The location of an error: Task 2, url. */
export function placeOf(pointer: string, tasks: readonly { readonly name: string; readonly action: string }[]): string {
  const [head = "", index, ...rest] = pointer.split("/");
  if (head === "tasks" && index !== undefined) {
    const { name = "", action = "" } = tasks[Number(index)] ?? {};
    return [name === "" ? `Task ${Number(index) + 1}` : name, fieldName(rest, action)].filter(Boolean).join(", ");
  }
  const words: Readonly<Record<string, string>> = {
    triggers: "Triggers",
    conditional: "Condition",
    name: "Name",
    tasks: "Tasks",
  };
  return words[head] ?? head;
}

/** As the form labels it. */
function fieldName([first = "", key = "", ...inside]: readonly string[], action: string): string {
  if (first !== "config") return first;
  const label = actionLabels(action).fields.find((field) => field.key === key)?.label ?? key;
  return [label.toLowerCase(), ...inside].join(" ");
}
