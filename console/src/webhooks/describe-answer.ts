interface Answered {
  readonly answerStatus: number | null;
  readonly attempts: number;
}

/** The last response in short. */
export function describeAnswer({ answerStatus, attempts }: Answered): string {
  if (answerStatus !== null) return String(answerStatus);
  return attempts === 0 ? "not sent yet" : "no response";
}
