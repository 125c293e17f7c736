import { ApiError } from "@weft/client";
import { describe, expect, test } from "vitest";
import { createBody, draftOf, emptyDraft, errorsByField, updateBody, validateDraft } from "./webhook-draft.ts";

const webhook = {
  id: "AP6U2iy1Fw9WV_Qi",
  entityType: "webhook",
  typePath: "webhook",
  url: "https://erp.example/weft",
  events: ["item|*"],
  filter: null,
  auth: { type: "header", name: "X-Token", valueHint: "…abcd", since: "2026-03-01T11:00:00.000Z" },
  isActive: true,
  description: "ERP",
  headers: { "X-Shop": "eu" },
  timeoutSeconds: 20,
  disabledReason: null,
  disabledOn: null,
  failingSince: null,
  lastDeliveredOn: null,
  pausedUntil: null,
  createdOn: "2026-03-01T11:00:00.000Z",
  updatedOn: "2026-03-01T11:00:00.000Z",
  createdById: null,
  updatedById: null,
  version: 3,
} as const;

const stored = { ...webhook, events: [...webhook.events] };

test("a stored webhook is loaded unchanged, without touching its header value", () => {
  expect(updateBody(draftOf(stored))).toEqual({
    url: "https://erp.example/weft",
    description: "ERP",
    events: ["item|*"],
    filter: null,
    auth: { type: "header", name: "X-Token" },
    headers: { "X-Shop": "eu" },
    timeoutSeconds: 20,
  });
});

describe("the authentication", () => {
  test.each([
    [{ authType: "hmac" as const }, { type: "hmac" }],
    [
      { authType: "hmac" as const, secret: " whsec_abc " },
      { type: "hmac", secret: "whsec_abc" },
    ],
    [
      { authType: "header" as const, headerName: "X-Token", headerValue: "t" },
      { type: "header", name: "X-Token", value: "t" },
    ],
    [{ authType: "none" as const, secret: "whsec_abc" }, { type: "none" }],
  ])("%j is sent as %j", (fields, auth) => {
    expect(createBody({ ...emptyDraft, ...fields }).auth).toEqual(auth);
  });
});

test("empty header rows are not sent", () => {
  const headers = [
    { name: "", value: "" },
    { name: " X-Shop ", value: "eu" },
  ];

  expect(createBody({ ...emptyDraft, headers }).headers).toEqual({ "X-Shop": "eu" });
});

describe("missing fields are reported before the request", () => {
  const whole = { ...emptyDraft, url: "https://erp.example", events: ["*"] };

  test.each([
    [{}, undefined, []],
    [{ url: "erp.example" }, undefined, ["url"]],
    [{ events: [] }, undefined, ["events"]],
    [{ authType: "header" as const }, undefined, ["headerName", "headerValue"]],
    [{ url: stored.url, authType: "header" as const, headerName: "x-token" }, stored, []],
    // The stored value is bound to the URL and the name of its header.
    [{ authType: "header" as const, headerName: "X-Token" }, stored, ["headerValue"]],
    [{ url: stored.url, authType: "header" as const, headerName: "X-Key" }, stored, ["headerValue"]],
    [{ authType: "hmac" as const }, stored, ["secret"]],
    [{ authType: "hmac" as const, secret: "whsec_abc" }, stored, []],
    [{ timeoutSeconds: 31 }, undefined, ["timeoutSeconds"]],
  ])("%j", (fields, before, invalid) => {
    expect(Object.keys(validateDraft({ ...whole, ...fields }, before))).toEqual(invalid);
  });
});

test("the errors of the service are assigned to their fields", () => {
  const errors = [
    { pointer: "#/url", code: "invalid-value", detail: "Private." },
    { pointer: "#/events/0", code: "invalid-value", detail: "No event." },
    { pointer: "#/isActive", code: "invalid-value", detail: "Odd." },
  ];
  const problem = {
    type: "",
    title: "",
    status: 400,
    detail: "",
    instance: "",
    code: "invalid-request",
    requestId: "",
  };

  expect(errorsByField(new ApiError({ ...problem, errors }))).toEqual({ url: "Private.", events: "No event." });
  expect(errorsByField(new Error("no"))).toEqual({});
});
