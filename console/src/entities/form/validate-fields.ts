import { describeError } from "../../ui/describe-error.ts";

/** The errors of a response by field; those of no field of the form are shown at the top. */
interface FieldErrors {
  readonly byField: Readonly<Record<string, string>>;
  readonly others: readonly string[];
}

export function validateFields(error: unknown, slugs: ReadonlySet<string>): FieldErrors {
  const byField: Record<string, string> = {};
  const others: string[] = [];
  for (const { pointer, message } of describeError(error).fields) {
    const slug = fieldOf(pointer);
    if (!slugs.has(slug)) {
      others.push(message);
      continue;
    }
    byField[slug] = byField[slug] === undefined ? message : `${byField[slug]} ${message}`;
  }
  return { byField, others };
}

/** The first segment of a JSON pointer: an error inside a list or an object belongs to its field. */
function fieldOf(pointer: string): string {
  const [step = ""] = pointer.split("/");
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}
