import type { TestAnswer } from "../test-service.ts";
import type { Body } from "./example-world.ts";

/** What a kind is shown with. */
export interface Sample {
  /** The body that creates the one with this number. */
  readonly draft: (number: number) => Body;
  readonly change: Body;
  /** A body with faults. */
  readonly bad: Body;
  /** Finds those of the drafts. */
  readonly criteria: Body;
  /** A body that takes what the first draft has taken. */
  readonly taken?: Body;
  /** Something that refers to one of them, which then cannot be deleted. */
  readonly referrer?: (entity: TestAnswer["body"]) => { readonly plural: string; readonly body: Body };
}
