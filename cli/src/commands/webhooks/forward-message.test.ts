import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { idHeaders } from "./listen-command.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const body = JSON.stringify({ type: "item|update", name: "Größe" });

test("a copy has a signature that standard libraries verify", () => {
  expect(new Webhook(secret).verify(body, idHeaders("AP6U2iy1Fw9WV_Qi", body, secret))).toEqual(JSON.parse(body));
});

test("without a secret a copy has an id and no signature", () => {
  expect(idHeaders("a", body, undefined)).toEqual({
    "webhook-id": "a",
    "webhook-timestamp": expect.stringMatching(/^\d+$/),
  });
});
