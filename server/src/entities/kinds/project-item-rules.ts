import { textOf } from "../write/candidate.ts";
import type { KindRules } from "./kind-rules.ts";

/** An item's data in one season. It belongs to the project. */
export const projectItemRules: KindRules = {
  complete(candidate) {
    candidate.projectId = textOf(candidate, "projectId") ?? null;
  },
};
