import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { makeSigningSecret, readSigningSecret, signMessage, verifyMessage } from "./message-auth.ts";

// The vector of the Standard Webhooks scheme, as its own library computes it.
const vector = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  id: "msg_2KWPBgLlAfxdpx2AI54pPJ85f4W",
  timestampSeconds: 1_674_087_231,
  body: '{"type":"item.updated","timestamp":"2026-11-14T00:00:00Z","data":{"id":"1"}}',
  signature: "v1,M7z80pQZ9CewhJb4jxhw8B5Byp0uBeKwyF2y/ojSjbA=",
};
const [older, newer, foreign] = [secretOf(32, 1), secretOf(32, 2), secretOf(32, 3)];
const now = 1_700_000_000;

function secretOf(bytes: number, byte = 7): string {
  return `whsec_${Buffer.alloc(bytes, byte).toString("base64")}`;
}

function buildSigned(secrets: readonly string[], body: string | Uint8Array = '{"name":"grün"}') {
  return { headers: signMessage({ id: "msg_1", timestampSeconds: now, body, secrets }), body };
}

test("the test vector of the scheme has the expected signature", () => {
  const { secret, id, timestampSeconds, body, signature } = vector;

  const headers = signMessage({ id, timestampSeconds, body, secrets: [secret] });

  expect(headers).toEqual({
    "webhook-id": id,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": signature,
  });
  expect(verifyMessage({ headers, body, secrets: [secret], nowSeconds: timestampSeconds })).toBe(true);
});

test("bytes are signed like the text that they encode", () => {
  const text = buildSigned([newer]);
  const bytes = buildSigned([newer], new TextEncoder().encode('{"name":"grün"}'));

  expect(bytes.headers).toEqual(text.headers);
});

test("the library of the scheme verifies what we sign", () => {
  const body = JSON.stringify({ name: "grün" });
  const timestampSeconds = Math.floor(Date.now() / 1000);

  const headers = signMessage({ id: "msg_1", timestampSeconds, body, secrets: [newer, older] });

  for (const secret of [newer, older]) {
    expect(new Webhook(secret).verify(body, headers)).toEqual({ name: "grün" });
  }
  expect(() => new Webhook(foreign).verify(body, headers)).toThrow("No matching signature");
  expect(() => new Webhook(newer).verify(`${body} `, headers)).toThrow("No matching signature");
});

test("we verify what the library of the scheme signs", () => {
  const body = JSON.stringify({ name: "grün" });
  const signature = new Webhook(older).sign("msg_2", new Date(now * 1000), body);
  const headers = { "webhook-id": "msg_2", "webhook-timestamp": String(now), "webhook-signature": signature };

  expect(verifyMessage({ headers, body, secrets: [newer, older], nowSeconds: now })).toBe(true);
  expect(verifyMessage({ headers, body, secrets: [newer], nowSeconds: now })).toBe(false);
});

test("during a rotation, each secret verifies, and the newest comes first", () => {
  const signed = buildSigned([newer, older]);
  const [first] = signed.headers["webhook-signature"]?.split(" ") ?? [];

  const verify = (secrets: string[]) => verifyMessage({ ...signed, secrets, nowSeconds: now });

  expect(first).toBe(buildSigned([newer]).headers["webhook-signature"]);
  expect([[newer], [older], [foreign, older]].map(verify)).toEqual([true, true, true]);
  expect([[foreign], []].map(verify)).toEqual([false, false]);
});

test.each([
  [-300, true],
  [-301, false],
  [300, true],
  [301, false],
])("a message %d s away is accepted: %s", (seconds, isAccepted) => {
  const signed = buildSigned([newer]);

  expect(verifyMessage({ ...signed, secrets: [newer], nowSeconds: now + seconds })).toBe(isAccepted);
});

test("the tolerance can be changed", () => {
  const message = { ...buildSigned([newer]), secrets: [newer], nowSeconds: now + 20 };

  expect(verifyMessage({ ...message, toleranceSeconds: 10 })).toBe(false);
  expect(verifyMessage({ ...message, toleranceSeconds: 20 })).toBe(true);
});

test.each([
  ["the body", {}, '{"name":"blau"}'],
  ["the id", { "webhook-id": "msg_2" }, undefined],
  ["the timestamp", { "webhook-timestamp": String(now + 1) }, undefined],
])("a message with changed %s is rejected", (_part, changed, body) => {
  const signed = buildSigned([newer]);
  const message = { headers: { ...signed.headers, ...changed }, body: body ?? signed.body };

  expect(verifyMessage({ ...message, secrets: [newer], nowSeconds: now })).toBe(false);
});

const [, valid = ""] = buildSigned([newer]).headers["webhook-signature"]?.split(",") ?? [];

test.each([
  [undefined, false],
  ["", false],
  [" ", false],
  [valid, false],
  [`v1,${valid}`, true],
  [`v2,${valid}`, false],
  [`v1a,${valid}`, false],
  ["v1,", false],
  [`v1,${valid.slice(0, 20)}`, false],
  [`v1,${valid}AAAA`, false],
  [`v1,x v1a,y v2,z v1,${valid}`, true],
  [`${"v1,x ".repeat(15)}v1,${valid}`, true],
  [`${"v1,x ".repeat(16)}v1,${valid}`, false],
  [[`v1,${valid}`], false],
])("the signature header %j is accepted: %s", (signature, isAccepted) => {
  const signed = buildSigned([newer]);
  const headers = { ...signed.headers, "webhook-signature": signature };

  expect(verifyMessage({ headers, body: signed.body, secrets: [newer], nowSeconds: now })).toBe(isAccepted);
});

test.each([
  ["webhook-timestamp", "soon"],
  ["webhook-timestamp", `${now}.0`],
  ["webhook-timestamp", `-${now}`],
  ["webhook-timestamp", undefined],
  ["webhook-id", ""],
  ["webhook-id", undefined],
])("a message whose %s is %j is rejected", (name, value) => {
  const signed = buildSigned([newer]);
  const headers = { ...signed.headers, [name]: value };

  expect(verifyMessage({ headers, body: signed.body, secrets: [newer], nowSeconds: now })).toBe(false);
});

test("no part of the body can pass as the timestamp", () => {
  const body = `${now}.{}`;
  const { headers } = buildSigned([newer], body);
  const shifted = { ...headers, "webhook-id": `msg_1.${now}`, "webhook-timestamp": String(now) };

  expect(verifyMessage({ headers: shifted, body: "{}", secrets: [newer], nowSeconds: now })).toBe(false);
});

test("new secrets differ, and have 32 bytes", () => {
  const secret = makeSigningSecret();

  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(readSigningSecret(secret)).toHaveLength(32);
  expect(makeSigningSecret()).not.toBe(secret);
});

test.each([
  [secretOf(23), undefined],
  [secretOf(24), 24],
  [secretOf(64), 64],
  [secretOf(65), undefined],
  [secretOf(25).replace(/=+$/, ""), undefined],
  [secretOf(24).slice(6), undefined],
  [`${secretOf(24)}\n`, undefined],
  [secretOf(24).replace("B", "-"), undefined],
  ["whsec_", undefined],
  ["", undefined],
])("the secret %j has a key of %o bytes", (text, length) => {
  expect(readSigningSecret(text)?.length).toBe(length);
});

test.each([
  [{ id: "msg.1" }, "full stop"],
  [{ id: "" }, "empty"],
  [{ timestampSeconds: 1.5 }, "seconds"],
  [{ secrets: [] }, "secret"],
  [{ secrets: ["whsec_short"] }, "none"],
])("input that cannot be signed throws: %j", (other, named) => {
  const message = { id: "msg_1", timestampSeconds: now, body: "", secrets: [newer] };

  expect(() => signMessage({ ...message, ...other })).toThrow(named);
});
