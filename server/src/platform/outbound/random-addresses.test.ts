import fc from "fast-check";
import { expect, test } from "vitest";
import { beginTorture } from "../../testing/torture.ts";
import { parseAllowedRanges } from "./address-rules.ts";
import { watchConnectionAttempts } from "./testing/connection-attempts.ts";
import { startLocalServer } from "./testing/local-server.ts";
import { refusedAddress } from "./testing/random-address.ts";
import { openSender, post } from "./testing/send-message.ts";

const torture = beginTorture("random addresses");
const runs = torture.runs(50);
const timeout = torture.times(20_000);
const loopback = parseAllowedRanges("127.0.0.1/32");
const refused = { kind: "refused", reason: "address" };

test("a literal from a non-public range is rejected in any notation, directly and as a redirect target", {
  timeout,
}, async () => {
  const server = await startLocalServer((request, response) => {
    const place = new URL(request.url ?? "", "http://x").searchParams.get("to") ?? "";
    response.writeHead(307, { location: Buffer.from(place).toString("latin1") }).end();
  });
  const attempts = watchConnectionAttempts(server.port, 80);
  const sender = openSender({ allowedRanges: loopback, lookup: () => Promise.reject(new Error("It was looked up.")) });

  await fc.assert(
    fc.asyncProperty(refusedAddress, async ({ host }) => {
      const to = encodeURIComponent(`http://${host}/`);

      expect(await post(sender, `http://${host}/`)).toMatchObject(refused);
      expect(await post(sender, `${server.url}/?to=${to}`, { redirectsMax: 1 })).toMatchObject(refused);
    }),
    runs,
  );

  expect(new Set(attempts)).toEqual(new Set([`127.0.0.1 ${server.port}`]));
  torture.verdict(`${runs.numRuns} literals blocked, directly and after a redirect; no connection tried`);
});

test("a name is rejected if any of its addresses is, even if it was allowed just before", {
  timeout,
}, async () => {
  const server = await startLocalServer((_request, response) => response.setHeader("connection", "close").end());
  const attempts = watchConnectionAttempts(server.port);
  let answers: readonly (readonly string[])[] = [];
  const lookup = async () => {
    const [answer = [], ...later] = answers;
    answers = later;
    return answer.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  };
  const sender = openSender({ allowedRanges: loopback, lookup });
  const beside = fc.array(fc.constantFrom("8.8.8.8", "1.1.1.1", "2606:4700::1111", "127.0.0.1"), { maxLength: 2 });

  await fc.assert(
    fc.asyncProperty(beside, refusedAddress, beside, async (before, { address }, after) => {
      const url = `http://hooks.example:${server.port}/`;
      answers = [[...before, address, ...after], ["127.0.0.1"], [address]];

      expect(await post(sender, url)).toMatchObject(refused);
      expect(await post(sender, url)).toMatchObject({ kind: "answered", address: "127.0.0.1" });
      expect(await post(sender, url)).toMatchObject(refused);
    }),
    runs,
  );

  expect(new Set(attempts)).toEqual(new Set([`127.0.0.1 ${server.port}`]));
  torture.verdict(`${runs.numRuns} names blocked for one of their addresses, and after rebinding`);
});
