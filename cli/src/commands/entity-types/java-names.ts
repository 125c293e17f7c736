/** Creates unique Java names: duplicates and reserved names get a number. */
export class JavaNames {
  readonly #taken: Set<string>;

  constructor(reserved: Iterable<string> = []) {
    this.#taken = new Set(reserved);
  }

  take(wanted: string): string {
    let name = wanted;
    for (let number = 2; this.#taken.has(name) || keywords.has(name); number += 1) {
      name = `${wanted}${number}`;
    }
    this.#taken.add(name);
    return name;
  }
}

/** ProjectItem for project-item. */
export function className(text: string): string {
  const joined = wordsOf(text)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
  return startingWithLetter(joined);
}

/** heelHeight for heel-height. */
export function memberName(text: string): string {
  const name = className(text);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** HEEL_HEIGHT for heel-height and for heelHeight. */
export function constantName(text: string): string {
  const separated = text.replace(/(?<=[\p{Ll}\p{Nd}])(?=\p{Lu})/gu, "_");
  return startingWithLetter(wordsOf(separated).join("_").toUpperCase());
}

/** A Java string literal. */
export function literal(text: string): string {
  return JSON.stringify(text);
}

/** A one-line Javadoc comment: its text can neither end it nor be read as a tag or an escape. */
export function javadoc(text: string): string {
  const line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
  return `/** ${line.replace(/[&<>@*\\{}]/g, (character) => `&#${character.charCodeAt(0)};`)} */`;
}

/** With escapes for all but ASCII: compilers read files in the encoding of the machine. */
export function inAscii(text: string): string {
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

export function isJavaName(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text) && !keywords.has(text);
}

function wordsOf(text: string): string[] {
  return text
    .normalize("NFC")
    .split(/[^\p{L}\p{Nd}]+/u)
    .filter((word) => word !== "");
}

function startingWithLetter(name: string): string {
  return name === "" || /^\p{Nd}/u.test(name) ? `_${name === "" ? "X" : name}` : name;
}

const keywords: ReadonlySet<string> = new Set(
  `abstract assert boolean break byte case catch char class const continue default do double else enum extends false
  final finally float for goto if implements import instanceof int interface long native new null package private
  protected public return short static strictfp super switch synchronized this throw throws transient true try void
  volatile while _`.split(/\s+/),
);
