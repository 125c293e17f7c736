export interface ListenFailure {
  readonly why: string;
  readonly advice: string;
}

/** Why a server cannot listen there, by what the system calls it; nothing for what an operator cannot mend. */
export function explainListenFailure(
  { host, port }: { readonly host: string; readonly port: number },
  code: string,
): ListenFailure | undefined {
  switch (code) {
    case "EADDRINUSE":
      return {
        why: `${host}:${port} is taken by another program.`,
        advice: "Stop it, or give the service another PORT.",
      };
    case "EACCES":
      return {
        why: `This user may not listen on port ${port}.`,
        advice: "Give a PORT from 1024 on, or the right to use it.",
      };
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return {
        why: `HOST (${host}) is no address of this machine.`,
        advice: "Give 127.0.0.1, 0.0.0.0 or one of its addresses.",
      };
    default:
      return undefined;
  }
}
