import type { CursorStore } from "./cursor-store.ts";

/** Keeps a cursor in memory, for polls that are stopped and resumed; start is used as if it had been saved. */
export function memoryCursor(start?: string): CursorStore {
  let kept = start;
  return {
    load: async () => kept,
    save: async (cursor) => {
      kept = cursor;
    },
  };
}
