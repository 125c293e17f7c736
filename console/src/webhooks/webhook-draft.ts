import { ApiError, type Webhook, type WebhookAuthUpdate, type WebhookCreate, type WebhookUpdate } from "@weft/client";

/** The fields of the form, as typed. */
export interface WebhookDraft {
  readonly url: string;
  readonly description: string;
  readonly events: string[];
  readonly filter: string;
  readonly authType: "hmac" | "header" | "none";
  /** Empty: the service generates one, or keeps the existing one. */
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

/** Only a typed value replaces the stored one. */
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

/** Whether the stored value or secret is still valid: it is bound to the URL and the name of its header. */
export function keepsSecret({ url, authType, headerName }: WebhookDraft, before: Webhook | undefined): boolean {
  if (before === undefined || before.auth.type !== authType || before.url !== url.trim()) return false;
  return before.auth.type !== "header" || before.auth.name.toLowerCase() === headerName.trim().toLowerCase();
}

/** What can be validated without the service. */
export function validateDraft(draft: WebhookDraft, before: Webhook | undefined): Record<string, string> {
  const keeps = keepsSecret(draft, before);
  const isHeader = draft.authType === "header";
  // A new webhook gets a secret; an update does not create one.
  const lacksSecret = before !== undefined && !keeps && draft.secret.trim() === "";
  const errors: readonly (readonly [string, boolean, string])[] = [
    ["url", !/^https?:\/\/[^\s/]/i.test(draft.url.trim()), "Enter a full URL, such as https://shop.example/weft."],
    ["events", draft.events.length === 0, "Select at least one event."],
    ["headerName", isHeader && draft.headerName.trim() === "", "Enter the header name, such as X-Token."],
    ["headerValue", isHeader && draft.headerValue === "" && !keeps, "Enter the value that the receiver expects."],
    ["secret", draft.authType === "hmac" && lacksSecret, "Generate a secret, or paste the one of the receiver."],
    ["timeoutSeconds", !(draft.timeoutSeconds >= 1 && draft.timeoutSeconds <= 30), "Enter 1 to 30 seconds."],
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

/** Whether each error is shown at its field, so that a note would only repeat it. */
export function isShownByFields(error: unknown): boolean {
  const errors = error instanceof ApiError ? (error.problem.errors ?? []) : [];
  return errors.length > 0 && errors.every(({ pointer }) => fieldOfPointer.some(([shape]) => shape.test(pointer)));
}

/** The errors of the service by form field; those of no field are shown elsewhere. */
export function errorsByField(error: unknown): Record<string, string> {
  const errors = error instanceof ApiError ? (error.problem.errors ?? []) : [];
  const placed = errors.flatMap(({ pointer, detail }) => {
    const [, field] = fieldOfPointer.find(([shape]) => shape.test(pointer)) ?? [];
    return field === undefined ? [] : [[field, detail] as const];
  });
  return Object.fromEntries(placed);
}
