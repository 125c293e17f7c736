import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { notFound } from "../../platform/errors.ts";
import type { FileRow, FileStorage } from "../file.ts";
import { findFile, savePicture } from "../file-store.ts";
import { readPieces } from "../open-file.ts";
import { storeBytes } from "../store-bytes.ts";
import { pictureBytesMax, type RenderedPicture, type StoredPicture } from "./picture.ts";
import { headBytes, isPicture } from "./picture-format.ts";
import type { PictureRenderer } from "./picture-renderer.ts";

/** What the routes of thumbnails need from the node. */
export interface PictureServices {
  readonly pictures: Pictures;
}

/** The facts and thumbnails of files that are pictures. */
export class Pictures {
  readonly files: FileStorage;
  readonly #renderer: PictureRenderer;
  readonly #running = new Map<string, Promise<StoredPicture>>();

  constructor(files: FileStorage, renderer: PictureRenderer) {
    this.files = files;
    this.#renderer = renderer;
  }

  /** Renders the picture of a complete file, unless that was done. Requests at the same time share the work. */
  async prepare(orgId: string, file: FileRow): Promise<StoredPicture> {
    const { picture } = file;
    if (picture !== null && picture.status !== "pending") {
      return picture;
    }
    const key = `${orgId}/${file.id}`;
    const running = this.#running.get(key) ?? this.#make(orgId, file).finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }

  async #make(orgId: string, file: FileRow): Promise<StoredPicture> {
    if (!isPicture(await this.#readHead(file))) {
      return this.#save(orgId, file, { status: "none" });
    }
    if (file.size > pictureBytesMax) {
      return this.#save(orgId, file, { status: "too-large" });
    }
    const open = () => readPieces(this.files, file, { first: 0, last: file.size - 1 });
    const outcome = await this.#renderer.render(orgId, { size: file.size, open });
    return outcome.kind === "failed"
      ? this.#save(orgId, file, { status: outcome.failure })
      : this.#saveRendered(orgId, file, outcome.picture);
  }

  async #readHead(file: FileRow): Promise<Buffer> {
    return buffer(await readPieces(this.files, file, { first: 0, last: Math.min(file.size, headBytes) - 1 }));
  }

  /** The outcome is stored, so that a file that cannot be shown is not processed again. */
  async #save(orgId: string, { id }: FileRow, picture: StoredPicture): Promise<StoredPicture> {
    const saved = await this.files.db.transaction((tx) => savePicture(tx, orgId, id, picture));
    return saved === undefined ? this.#madeByAnother(orgId, id) : picture;
  }

  async #saveRendered(orgId: string, { id }: FileRow, rendered: RenderedPicture): Promise<StoredPicture> {
    const { thumbnails, ...facts } = rendered;
    const stream = Readable.from([Buffer.from(thumbnails)], { objectMode: false });
    try {
      return await storeBytes(this.files, orgId, { fileId: id, stream }, async (tx, { key }) => {
        const picture = { status: "ready", key, ...facts } as const;
        if ((await savePicture(tx, orgId, id, picture)) === undefined) {
          throw new SavedByAnotherError();
        }
        return picture;
      });
    } catch (error) {
      if (error instanceof SavedByAnotherError) {
        return this.#madeByAnother(orgId, id);
      }
      throw error;
    }
  }

  /** Another node has made it meanwhile, or the file was deleted. */
  async #madeByAnother(orgId: string, id: string): Promise<StoredPicture> {
    const picture = (await findFile(this.files.db, orgId, id))?.picture;
    if (picture === undefined || picture === null) {
      throw notFound("file", id);
    }
    return picture;
  }
}

/** Rolls back the transaction; the thumbnails are then deleted. */
class SavedByAnotherError extends Error {}
