import { textOf } from "../write/candidate.ts";
import type { KindRules } from "./kind-rules.ts";

/** What an item is in one season: it belongs to the project. */
export const projectItemRules: KindRules = {
  complete(candidate) {
    candidate.projectId = textOf(candidate, "projectId") ?? null;
  },
};
