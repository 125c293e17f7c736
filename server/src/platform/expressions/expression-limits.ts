/**
 * What one expression may cost at compilation and per evaluation. Each limit prevents an attack that worked without it.
 */

/** Text parsed as an expression. */
export const sourceLengthMax = 4096;

/** Text with placeholders, which is scanned once and not parsed as a whole. */
export const templateLengthMax = 65_536;

/** Nodes of the syntax tree; of all expressions in a template together. */
export const nodesMax = 400;

/**
 * Counted inside the parser: V8 aborts the process when it compiles one of its own regular expressions near the end of
 * the stack, so a RangeError comes too late.
 */
export const parserDepthMax = 240;

/** Each unparsable brace of a template costs a parse of the text after it. */
export const unreadableBracesMax = 16;

/** Of one text. */
export const textLengthMax = 65_536;

/** Of one list. */
export const listLengthMax = 4096;

/** Nested lists: code that walks them is recursive. */
export const valueDepthMax = 100;

/** Calls of functions and methods, and items of lists touched, per evaluation. */
export const stepsMax = 20_000;

/** Characters of all texts created in one evaluation. */
export const charactersMadeMax = 1_048_576;

/** Characters scanned in one evaluation by searches, comparisons, conversions and regular expressions. */
export const charactersScannedMax = 262_144;

/** Texts up to this length are scanned without charge: the step limit bounds how often. */
export const freeScanLength = 64;

/** Nodes of a regular expression, with repetitions expanded. The time of a match grows with it. */
export const patternSizeMax = 1000;

/** Bytes that a regular expression caches between evaluations. RE2's own limit, 8 MiB, is meant for a few patterns. */
export const patternMemoryMax = 262_144;

/**
 * Time that a request thread spends on the expressions of one transaction before the rest moves to another thread. The
 * longest evaluation takes a seventh of a second, so its share takes about 5 ms.
 */
export const timeOnThreadMs = 8;
export const shareOnThread = 1 / 32;

/** In evaluations that use a whole limit: of all listeners to one event, and to the events of one transaction. */
export const fuelOfListeners = { groupMax: 4, totalMax: 32 } as const;

/** The same for the formulas of a written batch, where each evaluation is a group of its own. */
export const fuelOfFormulas = { groupMax: 4, totalMax: 256 } as const;
