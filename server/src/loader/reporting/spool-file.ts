import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { LoadContext } from "../load-services.ts";

const bufferBytes = 256 * 1024;

/** Buffers text for a local file. Disk errors are thrown to the writer. */
export class SpoolFile {
  readonly path: string;
  #handle: FileHandle | undefined;
  #pending = "";
  #isEmpty = true;

  constructor(path: string) {
    this.path = path;
  }

  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  async append(text: string): Promise<void> {
    this.#isEmpty = false;
    this.#pending += text;
    if (this.#pending.length >= bufferBytes) {
      await this.#flush();
    }
  }

  async close(): Promise<void> {
    try {
      await this.#flush();
    } finally {
      await this.#handle?.close();
      this.#handle = undefined;
    }
  }

  /** For a file that is no longer needed. */
  async discard(): Promise<void> {
    this.#pending = "";
    await this.#handle?.close();
    this.#handle = undefined;
  }

  /** The written content, after the file is closed. */
  read(): Readable {
    return createReadStream(this.path);
  }

  async #flush(): Promise<void> {
    const text = this.#pending;
    this.#pending = "";
    this.#handle ??= await open(this.path, "w", 0o600);
    await this.#handle.writeFile(text);
  }
}

/** Stores a file that belongs to a load, and returns its id. */
export async function keepFile(
  { services, orgId, load }: LoadContext,
  fileName: string,
  stream: Readable,
): Promise<string> {
  const actor = { id: load.writer.author.actorId };
  const { id } = await services.files.create(orgId, actor, { fileName: `load-${load.id}-${fileName}`, stream });
  return id;
}
