import { PatternError } from "./pattern-error.ts";

export interface PatternFlags {
  readonly isGlobal: boolean;
  readonly ignoresCase: boolean;
  readonly isMultiline: boolean;
  readonly dotMatchesAll: boolean;
  readonly isUnicode: boolean;
}

export function readFlags(flags: string): PatternFlags {
  if (/[^gimsu]/.test(flags)) throw new PatternError("Only the flags g, i, m, s and u are allowed", 0);
  return {
    isGlobal: flags.includes("g"),
    ignoresCase: flags.includes("i"),
    isMultiline: flags.includes("m"),
    dotMatchesAll: flags.includes("s"),
    isUnicode: flags.includes("u"),
  };
}
