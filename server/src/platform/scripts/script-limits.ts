/** Limits of every script; those that a caller chooses are in ScriptRun. */

export const codeCharactersMax = 65_536;

/**
 * Counted inside the parser, as for expressions: V8 aborts the process when it compiles a regular expression near the
 * end of the stack. The most demanding syntax, classes in methods, takes 1.6 kB per level: half of the stack at most.
 */
export const parserDepthMax = 300;

export const declaredNamesMax = 2_000;

/**
 * Of the JSON that leaves a script: its output, and the arguments of a call. The node parses it while other requests
 * wait.
 */
export const leavingCharactersMax = 1_048_576;

/** Of the arguments of all calls together. */
export const argumentsCharactersMax = 4 * 1_048_576;

/** Of the response to one call. */
export const answerCharactersMax = 4 * 1_048_576;

/** Of all globals together. */
export const globalsCharactersMax = 8 * 1_048_576;

export const logLinesMax = 1_000;
export const logLineBytesMax = 16_384;
export const logBytesMax = 1_048_576;

export const messageBytesMax = 4_096;
export const stackLinesMax = 10;

/** Promise jobs that run before the thread checks for responses to calls. */
export const jobsAtOnceMax = 1_000;

/** Of the interpreter's own stack: about 1,500 calls deep. */
export const engineStackBytesMax = 262_144;

/**
 * Of the thread's stack, on which the interpreter itself runs. It must never overflow first, since that leaves the
 * engine in an inconsistent state: 8 MB sufficed for every recursion that was tried.
 */
export const threadStackMb = 16;

/** Of the thread's own heap, besides the engine's memory. */
export const threadHeapMb = 64;
