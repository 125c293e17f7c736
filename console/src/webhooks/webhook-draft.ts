import { ApiError, type Webhook, type WebhookAuthUpdate, type WebhookCreate, type WebhookUpdate } from "@weft/client";

/** The fields of the form, as they are typed. */
export interface WebhookDraft {
  readonly url: string;
  readonly description: string;
  readonly events: string[];
  readonly filter: string;
  readonly authType: "hmac" | "header" | "none";
  /** Left empty, the service makes one; of a webhook that has one, it stays. */
  readonly secret: string;
  readonly headerName: string;
  readonly headerValue: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly timeoutSeconds: number;
}

export const emptyDraft: WebhookDraft = {
  url: "",
  description: "",
  events: [],
  filter: "",
  authType: "hmac",
  secret: "",
  headerName: "",
  headerValue: "",
  headers: [],
  timeoutSeconds: 15,
};

export function draftOf(webhook: Webhook): WebhookDraft {
  const { url, description, events, filter, auth, headers, timeoutSeconds } = webhook;
  return {
    ...emptyDraft,
    url,
    description,
    events,
    filter: filter ?? "",
    authType: auth.type,
    headerName: auth.type === "header" ? auth.name : "",
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    timeoutSeconds,
  };
}

export function createBody(draft: WebhookDraft): WebhookCreate {
  const auth =
    draft.authType === "header"
      ? ({ type: "header", name: draft.headerName.trim(), value: draft.headerValue } as const)
      : authOf(draft);
  return { ...commonBody(draft), auth };
}

/** Only a value that was typed takes the place of one that is stored. */
export function updateBody(draft: WebhookDraft): WebhookUpdate {
  const { headerName, headerValue } = draft;
  const auth: WebhookAuthUpdate =
    draft.authType === "header"
      ? { type: "header", name: headerName.trim(), ...(headerValue === "" ? {} : { value: headerValue }) }
      : authOf(draft);
  return { ...commonBody(draft), auth };
}

function authOf({ authType, secret }: WebhookDraft) {
  if (authType === "none") return { type: "none" } as const;
  return { type: "hmac", ...(secret.trim() === "" ? {} : { secret: secret.trim() }) } as const;
}

function commonBody({ url, description, events, filter, headers, timeoutSeconds }: WebhookDraft) {
  const named = headers.filter(({ name, value }) => name.trim() !== "" || value !== "");
  return {
    url: url.trim(),
    description: description.trim(),
    events,
    filter: filter.trim() === "" ? null : filter.trim(),
    headers: Object.fromEntries(named.map(({ name, value }) => [name.trim(), value])),
    timeoutSeconds,
  };
}

/** Whether the stored value or secret is still good: it is bound to the URL and the name of its header. */
export function keepsSecret({ url, authType, headerName }: WebhookDraft, before: Webhook | undefined): boolean {
  if (before === undefined || before.auth.type !== authType || before.url !== url.trim()) return false;
  return before.auth.type !== "header" || before.auth.name.toLowerCase() === headerName.trim().toLowerCase();
}

/** What can be told without asking the service. */
export function validateDraft(draft: WebhookDraft, before: Webhook | undefined): Record<string, string> {
  const keeps = keepsSecret(draft, before);
  const isHeader = draft.authType === "header";
  // A new webhook gets a secret; an update makes none.
  const lacksSecret = before !== undefined && !keeps && draft.secret.trim() === "";
  const errors: readonly (readonly [string, boolean, string])[] = [
    ["url", !/^https?:\/\/[^\s/]/i.test(draft.url.trim()), "The whole address, such as https://shop.example/weft."],
    ["events", draft.events.length === 0, "Choose at least one event."],
    ["headerName", isHeader && draft.headerName.trim() === "", "The name of the header, such as X-Token."],
    ["headerValue", isHeader && draft.headerValue === "" && !keeps, "The value that the receiver expects."],
    ["secret", draft.authType === "hmac" && lacksSecret, "Make a secret, or paste the receiver's."],
    ["timeoutSeconds", !(draft.timeoutSeconds >= 1 && draft.timeoutSeconds <= 30), "From 1 to 30 seconds."],
  ];
  return Object.fromEntries(errors.filter(([, isError]) => isError).map(([field, , message]) => [field, message]));
}

const fieldOfPointer: readonly (readonly [RegExp, string])[] = [
  [/^#\/url/, "url"],
  [/^#\/events/, "events"],
  [/^#\/filter/, "filter"],
  [/^#\/headers/, "headers"],
  [/^#\/timeoutSeconds/, "timeoutSeconds"],
  [/^#\/description/, "description"],
  [/^#\/auth\/name/, "headerName"],
  [/^#\/auth\/value/, "headerValue"],
  [/^#\/auth\/secret/, "secret"],
];

/** The service's faults by the fields of the form; those of no field are told elsewhere. */
export function errorsByField(error: unknown): Record<string, string> {
  const errors = error instanceof ApiError ? (error.problem.errors ?? []) : [];
  const placed = errors.flatMap(({ pointer, detail }) => {
    const [, field] = fieldOfPointer.find(([shape]) => shape.test(pointer)) ?? [];
    return field === undefined ? [] : [[field, detail] as const];
  });
  return Object.fromEntries(placed);
}
