import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeSigningSecret, signMessage } from "../../../server/src/platform/outbound/sign-message.ts";
import type { TestService } from "../../../server/src/testing/test-service.ts";
import { buildWebhookWorld, startOutboundService } from "../../../server/src/webhooks/testing/webhook-world.ts";
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

/** As the service signs it. */
function signed(input: { body?: string; secrets?: readonly string[]; timestampSeconds?: number } = {}) {
  return signMessage({ id, timestampSeconds: nowSeconds, body, secrets: [secret], ...input });
}

describe("a message that is trusted", () => {
  test.each<[string, ReceivedHeaders]>([
    ["lower case, as Node has them", { host: "x", ...signed() }],
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

  test("by either secret, while one takes the place of another", async () => {
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

describe("a message that is not trusted", () => {
  const other = makeSigningSecret();
  test.each([
    ["wrong-signature", "signed by somebody else", { headers: signed({ secrets: [other] }) }],
    ["wrong-signature", "of which a byte was changed", { body: body.replace("update", "delete") }],
    ["wrong-signature", "that was parsed and written again", { body: JSON.stringify(JSON.parse(body), null, 2) }],
    ["wrong-signature", "whose id is another's", { headers: { ...signed(), "webhook-id": "another" } }],
    [
      "wrong-signature",
      "whose time is a later one",
      { headers: { ...signed(), "webhook-timestamp": String(nowSeconds + 1) } },
    ],
    [
      "wrong-signature",
      "with a signature of a version that there is not",
      { headers: { ...signed(), "webhook-signature": "v9,AAAA" } },
    ],
    [
      "wrong-signature",
      "with the right signature behind too many others",
      {
        headers: { ...signed(), "webhook-signature": `${"v1,AAAA ".repeat(16)}${signed()["webhook-signature"]}` },
      },
    ],
    ["too-old", "of long ago", { headers: signed({ timestampSeconds: nowSeconds - 301 }) }],
    ["too-new", "from ahead", { headers: signed({ timestampSeconds: nowSeconds + 301 }) }],
    [
      "too-old",
      "beyond a tolerance of one's own",
      { headers: signed({ timestampSeconds: nowSeconds - 11 }), toleranceSeconds: 10 },
    ],
    [
      "too-old",
      "of long ago, where the tolerance is not a number",
      { headers: signed({ timestampSeconds: nowSeconds - 301 }), toleranceSeconds: Number.NaN },
    ],
    ["too-old", "where nobody knows what time it is", { now: new Date("soon") }],
    ["missing-header", "without a signature", { headers: { ...signed(), "webhook-signature": undefined } }],
    ["missing-header", "without any header", { headers: {} }],
    ["malformed-header", "whose time is none", { headers: { ...signed(), "webhook-timestamp": "1e9" } }],
    ["malformed-header", "with a full stop in its id", { headers: { ...signed(), "webhook-id": "a.b" } }],
    ["malformed-body", "that is signed and no JSON", { headers: signed({ body: "{" }), body: "{" }],
    ["malformed-body", "that is signed and no message", { headers: signed({ body: "[1]" }), body: "[1]" }],
  ])("%s: one %s", async (reason, _name, input) => {
    const error = await verifyWebhook({ headers: signed(), body, secret, now, ...input }).catch((one) => one);

    expect(error).toBeInstanceOf(WebhookVerificationError);
    expect(error).toMatchObject({ reason, name: "WebhookVerificationError" });
  });

  test("a secret that is none is the program's fault, and is not told in the error", async () => {
    const error = await verifyWebhook({ headers: signed(), body, secret: "whsec_top secret?", now }).catch(
      (one) => one,
    );

    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).not.toContain("top");
  });

  test.each([
    ["no secret", { secret: undefined }, /^The secret of a webhook is whsec_/],
    ["null for a secret", { secret: null }, /^The secret of a webhook is whsec_/],
    ["a body that was parsed", { body: JSON.parse(body) }, /before anything parses them/],
    ["no body", { body: undefined }, /before anything parses them/],
  ])("%s, as JavaScript lets it pass, is the program's fault, and told", async (_name, input, message) => {
    const call = Reflect.apply(verifyWebhook, undefined, [{ headers: signed(), body, secret, now, ...input }]);

    await expect(call).rejects.toThrow(TypeError);
    await expect(call).rejects.toThrow(message);
  });
});

describe("a delivery of the service", () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startOutboundService();
  });

  afterAll(() => service.stop());

  test("is verified as it was received, also by the secret of a rotation", async () => {
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
