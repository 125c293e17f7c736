/** Creates unique declaration names: duplicates get a number. */
export class TypeNames {
  readonly #taken = new Set<string>();

  /** ItemProductProperties for item:product and Properties. */
  take(text: string, ending: string): string {
    const wanted = pascalOf(text) + ending;
    let name = wanted;
    for (let number = 2; this.#taken.has(name); number += 1) {
      name = `${wanted}${number}`;
    }
    this.#taken.add(name);
    return name;
  }
}

/** Letters and digits of any script in PascalCase; invalid leading characters are removed. */
function pascalOf(text: string): string {
  const words = text.normalize("NFC").split(/[^\p{L}\p{Nd}]+/u);
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return joined.replace(/^\p{Nd}+/u, "");
}

/** A property name as a TypeScript key. */
export function memberName(slug: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(slug) ? slug : JSON.stringify(slug);
}

/** A one-line comment; its text cannot end it. */
export function docComment(text: string): string {
  const line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").replaceAll("*/", "*\\/");
  return `/** ${line} */`;
}
