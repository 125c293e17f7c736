import type { Files } from "./files.ts";

/** What the routes of files need of the node. */
export interface FileServices {
  readonly files: Files;
  readonly publicUrl: string | undefined;
  readonly uploadBytesMax: number;
}
