import type { Files } from "./files.ts";

/** What the routes of files need of the node. */
export interface FileServices {
  readonly files: Files;
  readonly uploadBytesMax: number;
}
