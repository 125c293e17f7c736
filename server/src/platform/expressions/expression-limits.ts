/** What one expression may cost, when it is compiled and for each evaluation. Each limit stands for an attack that worked without it. */

/** Text read as an expression. */
export const sourceLengthMax = 4096;

/** Text with placeholders in it, which is scanned once and not parsed as a whole. */
export const templateLengthMax = 65_536;

/** Nodes of the syntax tree; of all expressions in a template together. */
export const nodesMax = 400;

/**
 * Counted inside the parser: V8 ends the whole process when it compiles one of its own regular expressions near the
 * end of the stack, so that a RangeError cannot be waited for.
 */
export const parserDepthMax = 240;

/** Each unreadable brace of a template costs a parse of what follows it. */
export const unreadableBracesMax = 16;

/** Of one text. */
export const textLengthMax = 65_536;

/** Of one list. */
export const listLengthMax = 4096;

/** Lists in lists: what walks them is recursive. */
export const valueDepthMax = 100;

/** Calls of functions and methods, and items of lists touched, per evaluation. */
export const stepsMax = 20_000;

/** Characters of all texts made in one evaluation. */
export const charactersMadeMax = 1_048_576;

/** Characters looked at in one evaluation by searches, comparisons, conversions and regular expressions. */
export const charactersScannedMax = 262_144;

/** Texts up to this length are looked at free of charge: the steps bound how often. */
export const freeScanLength = 64;

/** Parts of a regular expression, with repetitions written out. The time of a match grows with it. */
export const patternSizeMax = 1000;

/** Bytes that a regular expression keeps between evaluations to be faster. RE2's own limit, 8 MiB, is for a few patterns. */
export const patternMemoryMax = 262_144;

/**
 * What the thread that serves calls spends on the expressions of one transaction before the rest goes to another thread.
 * The longest evaluation takes a seventh of a second, so that its share takes about 5 ms.
 */
export const timeOnThreadMs = 8;
export const shareOnThread = 1 / 32;

/** In evaluations that use up a whole limit: of all that listen to one event, and to the events of one transaction. */
export const fuelOfListeners = { groupMax: 4, totalMax: 32 } as const;

/** The same for the formulas of a batch that is written, where each evaluation is a group of its own. */
export const fuelOfFormulas = { groupMax: 4, totalMax: 256 } as const;
