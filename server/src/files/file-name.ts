import { toUSVString } from "node:util";
import { invalidField } from "../errors.ts";

const charactersMax = 255;

/**
 * A name that is safe to show and save: without folders, and without invisible characters or those that change the text
 * direction, with which evil.exe can pass for a picture.
 */
export function cleanFileName(given: string): string {
  const base = toUSVString(given).split(/[/\\]/).at(-1) ?? "";
  const visible = base
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .normalize("NFC")
    .trim();
  if (/^\.*$/.test(visible)) {
    throw invalidField("fileName", "Give the file a name, such as fileName=items.csv.");
  }
  return shorten(visible);
}

/** Keeps the extension, which identifies the type of the file. */
function shorten(name: string): string {
  const characters = [...name];
  if (characters.length <= charactersMax) {
    return name;
  }
  const [ending = ""] = /\.\w{1,10}$/.exec(name) ?? [];
  return characters.slice(0, charactersMax - ending.length).join("") + ending;
}
