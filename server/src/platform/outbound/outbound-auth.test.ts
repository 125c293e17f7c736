import { expect, test } from "vitest";
import { authHeaders, makeSigningSecret, verifyMessage } from "./message-auth.ts";

const message = { id: "msg_1", timestampSeconds: 1_700_000_000, body: "{}" };

test("a header is sent unchanged", () => {
  expect(authHeaders({ type: "header", name: "X-Api-Key", value: "secret" }, message)).toEqual({
    "X-Api-Key": "secret",
  });
});

test("hmac signs with every secret", () => {
  const secrets = [makeSigningSecret(), makeSigningSecret()];

  const headers = authHeaders({ type: "hmac", secrets }, message);

  for (const secret of secrets) {
    const received = { headers, body: message.body, secrets: [secret], nowSeconds: message.timestampSeconds };
    expect(verifyMessage(received)).toBe(true);
  }
});

test("none sends nothing", () => {
  expect(authHeaders({ type: "none" }, message)).toEqual({});
});
