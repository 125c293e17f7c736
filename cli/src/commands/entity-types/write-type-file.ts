import { Document, isMap, isSeq, visit } from "yaml";
import type { TypeFile } from "./type-file.ts";

export const typeFileVersion = 1;

const heading = [
  " The entity types and option sets of an organization. weft types import applies them to another one;",
  " properties refer to an option set by its federatedId, or by its name if it has none.",
].join("\n");

/** For readers and version control: one option per line, and no line wrapping. */
export function writeYaml(file: TypeFile): string {
  const document = new Document(contentOf(file), { aliasDuplicateObjects: false });
  document.commentBefore = heading;
  visit(document, {
    Pair(_, { key, value }) {
      if (String(key) !== "options" || !isSeq(value)) return;
      for (const option of value.items) {
        if (isMap(option)) option.flow = true;
      }
    },
  });
  return document.toString({ lineWidth: 0 });
}

export function writeJson(file: TypeFile): string {
  return `${JSON.stringify(contentOf(file), undefined, 2)}\n`;
}

function contentOf(file: TypeFile): object {
  return { weftTypes: typeFileVersion, optionSets: file.optionSets, entityTypes: file.entityTypes };
}
