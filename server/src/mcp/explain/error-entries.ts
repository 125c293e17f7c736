import { errorCodes, errorDefinitions } from "@weft/contract";
import type { Entry } from "./entry.ts";

export const errorEntries: readonly Entry[] = errorCodes.map((code) => {
  const { status, title, help } = errorDefinitions[code];
  return {
    sort: "error code",
    name: code,
    aliases: [],
    words: "error",
    summary: title,
    details: () => ({ code, status, title, whatToDo: help, page: `/errors/${code}` }),
  };
});
