import type { LoaderProcessCreate } from "@weft/client";
import { columnTarget, type MappedFile } from "./column-target.ts";

/** The names that expressions can read: the targets of columns, and the original names of kept ones. */
export function readableColumns(configuration: LoaderProcessCreate, file: MappedFile): readonly string[] {
  const { propertiesToRemove = [] } = configuration;
  const names = file.headers.flatMap((header) => {
    const target = columnTarget(configuration, header, file);
    const isKept = !propertiesToRemove.includes(header);
    return [...(isKept ? [header] : []), ...(target === undefined ? [] : [target])];
  });
  return [...new Set(names)];
}
