import type { Files } from "./files.ts";

/** What the file routes need from the node. */
export interface FileServices {
  readonly files: Files;
  readonly uploadBytesMax: number;
}
