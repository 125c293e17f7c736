/** Exit codes for scripts. docs/cli.md lists them. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  notAllowed: 4,
  conflict: 5,
  invalid: 6,
  unreachable: 7,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** By response status; 0 means no response. */
export function exitCodeOf(status: number): ExitCode {
  if (status === 0 || status === 429 || status >= 500) return exitCodes.unreachable;
  if (status === 401 || status === 403) return exitCodes.notAllowed;
  if (status === 404 || status === 410) return exitCodes.notFound;
  return status === 409 || status === 412 ? exitCodes.conflict : exitCodes.invalid;
}
