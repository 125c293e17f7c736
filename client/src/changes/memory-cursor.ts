import type { CursorStore } from "./cursor-store.ts";

/** Keeps a cursor as long as the program runs, for polls that are left and begun again; start is as if it had been saved. */
export function memoryCursor(start?: string): CursorStore {
  let kept = start;
  return {
    load: async () => kept,
    save: async (cursor) => {
      kept = cursor;
    },
  };
}
