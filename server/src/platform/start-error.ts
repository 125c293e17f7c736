interface ListenFailure {
  readonly why: string;
  readonly advice: string;
}

/** Why a server cannot listen there, by the system's error code; undefined for errors that an operator cannot fix. */
export function explainListenFailure(
  { host, port }: { readonly host: string; readonly port: number },
  code: string,
): ListenFailure | undefined {
  switch (code) {
    case "EADDRINUSE":
      return {
        why: `${host}:${port} is in use by another program.`,
        advice: "Stop it, or set another PORT for the service.",
      };
    case "EACCES":
      return {
        why: `This user may not listen on port ${port}.`,
        advice: "Set a PORT of 1024 or higher, or grant the user permission.",
      };
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return {
        why: `HOST (${host}) is not an address of this machine.`,
        advice: "Use 127.0.0.1, 0.0.0.0 or one of its addresses.",
      };
    default:
      return undefined;
  }
}

/** Why a command cannot start, if the operator can fix it. The message says how, and is all that is shown. */
export class StartError extends Error {}
