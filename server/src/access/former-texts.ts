/** Texts in which earlier versions of the service named a user without an id. An erasure finds them by the name. */
interface FormerText {
  readonly before: string;
  readonly after: string;
}

/** The reason why a workflow stopped, as it was stored with processes, tasks and changes. */
export function formerStopReason(name: string, pseudonym: string): FormerText {
  return { before: `The user ${name} is deactivated.`, after: `The user ${pseudonym} is deactivated.` };
}

/** The text as a part of a JSON string. */
export function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
