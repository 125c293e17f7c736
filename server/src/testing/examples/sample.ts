import type { TestAnswer } from "../test-service.ts";
import type { Body } from "./example-world.ts";

/** The example values of a kind. */
export interface Sample {
  /** The body that creates the entity with this number. */
  readonly draft: (number: number) => Body;
  readonly change: Body;
  /** A body with errors. */
  readonly bad: Body;
  /** Matches the drafts. */
  readonly criteria: Body;
  /** A body with a unique value that the first draft already uses. */
  readonly taken?: Body;
  /** Something that refers to one of them, which then cannot be deleted. */
  readonly referrer?: (entity: TestAnswer["body"]) => { readonly plural: string; readonly body: Body };
}
