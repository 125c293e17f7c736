import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRequest } from "../platform/http/testing/send-request.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";

let plain: TestService;
let published: TestService;

beforeAll(async () => {
  plain = await startTestService();
  published = await startTestService(
    {
      WEFT_SECURITY_CONTACT: "mailto:security@example.com, https://example.com/security",
      WEFT_PUBLIC_URL: "https://weft.example",
    },
    plain,
  );
});

afterAll(async () => {
  await published.stop();
  await plain.stop();
});

test("security.txt lists the operator's contacts, its canonical URL and its expiry", async () => {
  const answer = await sendRequest(`${published.address}/.well-known/security.txt`);

  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const [mail, page, expires, ...rest] = answer.body.split("\n");
  expect([mail, page]).toEqual(["Contact: mailto:security@example.com", "Contact: https://example.com/security"]);
  expect(rest).toEqual(["Preferred-Languages: en", "Canonical: https://weft.example/.well-known/security.txt", ""]);
  const days = (Date.parse(expires.replace("Expires: ", "")) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(179);
  expect(days).toBeLessThan(365);
});

test.each(["*/*", "text/html"])("without a contact it does not exist, even for %s", async (accept) => {
  const answer = await sendRequest(`${plain.address}/.well-known/security.txt`, { headers: { accept } });

  expect(answer.status).toBe(404);
});
