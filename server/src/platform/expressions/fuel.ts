import { EvaluationFault } from "./expression-fault.ts";
import {
  CHARACTERS_MADE_MAX,
  CHARACTERS_SCANNED_MAX,
  FREE_SCAN_LENGTH,
  LIST_LENGTH_MAX,
  STEPS_MAX,
  TEXT_LENGTH_MAX,
} from "./expression-limits.ts";

/** What one evaluation may still use up. Whatever takes time or memory is charged before it is done. */
export class Fuel {
  #steps = 0;
  #made = 0;
  #scanned = 0;

  step(count = 1): void {
    this.#steps += count;
    if (this.#steps > STEPS_MAX) {
      throw new EvaluationFault(`The expression took more than ${STEPS_MAX} steps; let it work on shorter lists.`);
    }
  }

  scan(characters: number): void {
    this.#scanned += characters;
    if (this.#scanned > CHARACTERS_SCANNED_MAX) {
      throw new EvaluationFault(
        `The expression searched through more than ${CHARACTERS_SCANNED_MAX} characters; let it work on shorter text.`,
      );
    }
  }

  /** For what looks at a whole text, such as a conversion or a comparison. */
  scanLong(characters: number): void {
    if (characters > FREE_SCAN_LENGTH) this.scan(characters);
  }

  /** To be called while a text grows. */
  fit(length: number): void {
    if (length > TEXT_LENGTH_MAX) {
      throw new EvaluationFault(`A text would be longer than ${TEXT_LENGTH_MAX} characters; make it shorter.`);
    }
  }

  /** To be called before a text is made whose length is known. */
  reserve(length: number): void {
    this.fit(length);
    this.spend(length);
  }

  /** For several texts that are made at once. */
  spend(characters: number): void {
    this.#made += characters;
    if (this.#made > CHARACTERS_MADE_MAX) {
      throw new EvaluationFault(
        `The expression made more than ${CHARACTERS_MADE_MAX} characters of text; let it work on shorter text.`,
      );
    }
  }

  make(text: string): string {
    this.reserve(text.length);
    return text;
  }

  /** To be called while a list grows. */
  fitList(length: number): void {
    if (length > LIST_LENGTH_MAX) {
      throw new EvaluationFault(`A list would have more than ${LIST_LENGTH_MAX} entries; make it shorter.`);
    }
  }

  /** For a list that is made or walked through. */
  list(length: number): void {
    this.fitList(length);
    this.step(length);
  }
}
