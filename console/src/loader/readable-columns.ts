import type { LoaderProcessCreate } from "@weft/client";
import { columnTarget, type MappedFile } from "./column-target.ts";

/** The names that expressions can read: columns under what they have become, and as they are called where they stay. */
export function readableColumns(configuration: LoaderProcessCreate, file: MappedFile): readonly string[] {
  const { propertiesToRemove = [] } = configuration;
  const names = file.headers.flatMap((header) => {
    const target = columnTarget(configuration, header, file);
    const isKept = !propertiesToRemove.includes(header);
    return [...(isKept ? [header] : []), ...(target === undefined ? [] : [target])];
  });
  return [...new Set(names)];
}
