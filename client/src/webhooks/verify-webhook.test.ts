import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeSigningSecret, signMessage } from "../../../server/src/platform/outbound/message-auth.ts";
import type { TestService } from "../../../server/src/testing/test-service.ts";
import { buildWebhookWorld, shareOutboundService } from "../../../server/src/webhooks/testing/webhook-world.ts";
import { type ReceivedHeaders, verifyWebhook, WebhookVerificationError } from "./verify-webhook.ts";

const secret = makeSigningSecret();
const body = JSON.stringify({
  id: "AP6U2iy1Fw9WV_Qi",
  type: "item|update",
  occurredOn: "2026-03-01T09:30:00.000Z",
  org: "acme",
  data: { triggerKey: "item|update", occurredOn: "2026-03-01T09:30:00.000Z", newData: { name: "Größe \u{1f9e5}" } },
  sequence: 2,
  previousSequence: 1,
});
const now = new Date("2026-03-01T09:30:05.500Z");
const nowSeconds = Math.floor(now.getTime() / 1_000);
const id = "AP6U2iy1Fw9WV_Qi";

/** Signed like the service. */
function signed(input: { body?: string; secrets?: readonly string[]; timestampSeconds?: number } = {}) {
  return signMessage({ id, timestampSeconds: nowSeconds, body, secrets: [secret], ...input });
}

describe("a trusted message", () => {
  test.each<[string, ReceivedHeaders]>([
    ["lower case, as in Node", { host: "x", ...signed() }],
    ["capitals", Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value]))],
    ["lists of values", Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name, [value]]))],
    ["a Headers object", new Headers(signed())],
    [
      "a signature of another version before it",
      {
        ...signed(),
        "webhook-signature": `v1a,AAAA v1,not-base64! v1,${btoa("x")} ${signed()["webhook-signature"]}`,
      },
    ],
  ])("with headers as %s", async (_name, headers) => {
    expect(await verifyWebhook({ headers, body, secret, now })).toEqual(JSON.parse(body));
  });

  test("as bytes", async () => {
    const message = await verifyWebhook({ headers: signed(), body: new TextEncoder().encode(body), secret, now });

    expect(message.data.newData?.["name"]).toBe("Größe \u{1f9e5}");
  });

  test("by either secret, during a rotation", async () => {
    const next = makeSigningSecret();
    const headers = signed({ secrets: [next, secret] });

    await expect(verifyWebhook({ headers, body, secret, now })).resolves.toBeDefined();
    await expect(verifyWebhook({ headers, body, secret: next, now })).resolves.toBeDefined();
    await expect(verifyWebhook({ headers: signed(), body, secret: [next, secret], now })).resolves.toBeDefined();
  });

  test("signed by another library of the same standard", async () => {
    const sign = new Webhook(secret).sign(id, now, body);
    const headers = { "webhook-id": id, "webhook-timestamp": String(nowSeconds), "webhook-signature": sign };

    await expect(verifyWebhook({ headers, body, secret, now })).resolves.toMatchObject({ type: "item|update" });
  });

  test.each([-300, 300])("%i seconds from now", async (seconds) => {
    const headers = signed({ timestampSeconds: nowSeconds + seconds });

    await expect(verifyWebhook({ headers, body, secret, now })).resolves.toBeDefined();
  });
});

describe("an untrusted message", () => {
  const other = makeSigningSecret();
  test.each([
    ["wrong-signature", "signed with another secret", { headers: signed({ secrets: [other] }) }],
    ["wrong-signature", "with a changed byte", { body: body.replace("update", "delete") }],
    ["wrong-signature", "that was parsed and serialized again", { body: JSON.stringify(JSON.parse(body), null, 2) }],
    ["wrong-signature", "with the id of another one", { headers: { ...signed(), "webhook-id": "another" } }],
    ["wrong-signature", "with a later time", { headers: { ...signed(), "webhook-timestamp": String(nowSeconds + 1) } }],
    [
      "wrong-signature",
      "with a signature of an unknown version",
      { headers: { ...signed(), "webhook-signature": "v9,AAAA" } },
    ],
    [
      "wrong-signature",
      "with the right signature after too many others",
      {
        headers: { ...signed(), "webhook-signature": `${"v1,AAAA ".repeat(16)}${signed()["webhook-signature"]}` },
      },
    ],
    ["too-old", "that is too old", { headers: signed({ timestampSeconds: nowSeconds - 301 }) }],
    ["too-new", "from the future", { headers: signed({ timestampSeconds: nowSeconds + 301 }) }],
    [
      "too-old",
      "beyond a custom tolerance",
      { headers: signed({ timestampSeconds: nowSeconds - 11 }), toleranceSeconds: 10 },
    ],
    [
      "too-old",
      "that is too old, with a tolerance of NaN",
      { headers: signed({ timestampSeconds: nowSeconds - 301 }), toleranceSeconds: Number.NaN },
    ],
    ["too-old", "with an invalid current time", { now: new Date("soon") }],
    ["missing-header", "without a signature", { headers: { ...signed(), "webhook-signature": undefined } }],
    ["missing-header", "without any header", { headers: {} }],
    ["malformed-header", "with an invalid time", { headers: { ...signed(), "webhook-timestamp": "1e9" } }],
    ["malformed-header", "with a full stop in its id", { headers: { ...signed(), "webhook-id": "a.b" } }],
    ["malformed-body", "that is signed and not JSON", { headers: signed({ body: "{" }), body: "{" }],
    ["malformed-body", "that is signed and not a message", { headers: signed({ body: "[1]" }), body: "[1]" }],
  ])("%s: one %s", async (reason, _name, input) => {
    const error = await verifyWebhook({ headers: signed(), body, secret, now, ...input }).catch((one) => one);

    expect(error).toBeInstanceOf(WebhookVerificationError);
    expect(error).toMatchObject({ reason, name: "WebhookVerificationError" });
  });

  test("an invalid secret is a programming error, and not shown in the error", async () => {
    const error = await verifyWebhook({ headers: signed(), body, secret: "whsec_top secret?", now }).catch(
      (one) => one,
    );

    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).not.toContain("top");
  });

  test.each([
    ["no secret", { secret: undefined }, /^The secret of a webhook must be whsec_/],
    ["null for a secret", { secret: null }, /^The secret of a webhook must be whsec_/],
    ["a body that was parsed", { body: JSON.parse(body) }, /before any parsing/],
    ["no body", { body: undefined }, /before any parsing/],
  ])("%s, possible in JavaScript, is a programming error, and reported", async (_name, input, message) => {
    const call = Reflect.apply(verifyWebhook, undefined, [{ headers: signed(), body, secret, now, ...input }]);

    await expect(call).rejects.toThrow(TypeError);
    await expect(call).rejects.toThrow(message);
  });
});

describe("a delivery of the service", () => {
  let service: TestService;

  beforeAll(async () => {
    service = await shareOutboundService();
  });

  afterAll(() => service.stop());

  test("is verified as received, also with the secret of a rotation", async () => {
    const world = await buildWebhookWorld(service);
    const webhook = await world.webhook({ events: ["item|*"], auth: { type: "hmac" } });
    const item = await world.item({ name: "Größe" });
    await world.received(1);
    const rotated = await world.call("POST", `/webhooks/${webhook.id}/rotate`, { overlapSeconds: 3600 });
    await world.call("POST", `/webhooks/${webhook.id}/test`);
    await world.received(2);
    await world.close();

    const [created, tested] = world.receiver.messages;
    const first = await verifyWebhook({
      headers: created?.headers ?? {},
      body: created?.text ?? "",
      secret: webhook.secret,
    });
    expect(first).toMatchObject({
      type: "item|create",
      org: world.org.slug,
      sequence: 1,
      previousSequence: null,
      data: { entityReference: `item:${item.id}`, newData: { name: "Größe" } },
    });
    for (const secret of [webhook.secret, rotated.body.secret]) {
      const second = await verifyWebhook({ headers: tested?.headers ?? {}, body: tested?.text ?? "", secret });
      expect(second).toMatchObject({ type: "webhook|test", sequence: null });
    }
  });
});
