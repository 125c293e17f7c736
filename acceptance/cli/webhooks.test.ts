import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { type Receiver, startReceiver } from "../../server/src/workflows/testing/receiver.ts";
import { type Desk, openDesk } from "../testing/desk.ts";
import { startWeft } from "../testing/run-weft.ts";

let desk: Desk;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  desk = await openDesk({ WEFT_OUTBOUND_ALLOW: "127.0.0.0/8" });
});

afterAll(async () => {
  await desk.close();
  await receiver.close();
});

function callsOf(path: string) {
  return receiver.calls.filter((call) => call.path === path);
}

function headersOf(call: Receiver["calls"][number] | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(call?.headers ?? {}).map(([name, value]) => [name, String(value)]));
}

describe("a webhook", () => {
  test("is created with a secret that is shown once, tested, rotated, and its messages are shown and replayed", async () => {
    const created = await desk.weft([
      "webhooks",
      "create",
      "--url",
      `${receiver.url}/shop`,
      "--trigger",
      "color|*",
      "--header",
      "X-Shop: eu",
    ]);
    const [, id = ""] = /^id +(\S+)$/m.exec(created.stdout) ?? [];
    const [, secret = ""] = /^secret +(\S+)$/m.exec(created.stdout) ?? [];
    const read = await desk.weft(["webhooks", "get", id, "--json"]);
    const tested = await desk.weft(["webhooks", "test", id]);
    await desk.service.call("POST", "/colors", { body: { name: "Red", hex: "#ff0000" } });
    await waitUntil("the event is received", () => callsOf("/shop").length >= 2);
    await waitUntil(
      "the delivery is recorded",
      async () =>
        (await desk.json("webhooks", "deliveries", "--webhook", id, "--status", "delivered")).results.length === 2,
    );
    const deliveries = await desk.weft(["webhooks", "deliveries", "--webhook", id, "--type", "color|create"]);
    const [, deliveryId = ""] = /^([\w-]{16}) /m.exec(deliveries.stdout) ?? [];
    const delivery = await desk.weft(["webhooks", "delivery", deliveryId]);
    const replayed = await desk.weft(["webhooks", "replay", deliveryId]);
    await waitUntil("the event is received again", () => callsOf("/shop").length >= 3);
    const rotated = await desk.json("webhooks", "rotate", id, "--overlap", "60");

    const [, message] = callsOf("/shop");
    expect(created.stderr).toBe("Store the secret: it is shown only once.\n");
    expect(created.stderr + read.stdout + tested.stdout + delivery.stdout).not.toContain(secret);
    expect(new Webhook(secret).verify(message?.text ?? "", headersOf(message))).toMatchObject({ type: "color|create" });
    expect(message?.headers["x-shop"]).toBe("eu");
    expect(tested).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Delivered: response 200 after \d+ ms\./) });
    expect(deliveries.stdout).toMatch(/^\S+ +\S+ +color\|create +color:\S+ +delivered +1 +200/m);
    expect(delivery.stdout).toMatch(/^color\|create about color:\S+: delivered\./);
    expect(delivery.stdout).toContain('"name": "Red"');
    expect(replayed.stdout).toContain("will be sent again");
    expect(callsOf("/shop")[2]?.text).toBe(message?.text);
    expect(rotated.secret).toMatch(/^whsec_/);
    expect(rotated.secret).not.toBe(secret);
  });

  test("is only validated with --dry-run, without a secret", async () => {
    const { secret, url } = await desk.json(
      ...["webhooks", "create", "--url", `${receiver.url}/dry`, "--trigger", "item|*", "--dry-run"],
    );
    const listed = await desk.weft(["webhooks", "list"]);

    expect({ secret, url }).toEqual({ secret: undefined, url: `${receiver.url}/dry` });
    expect(listed.stdout).not.toContain("/dry");
  });

  test("deliveries since a time are sent again, or only counted", async () => {
    const { id } = await desk.json(
      "webhooks",
      "create",
      "--url",
      `${receiver.url}/since`,
      "--trigger",
      "item|create",
      "--no-auth",
    );
    await desk.service.call("POST", "/items", { body: { name: "Parka" } });
    await desk.service.call("POST", "/items", { body: { name: "Cape" } });
    await waitUntil(
      "they are recorded",
      async () =>
        (await desk.json("webhooks", "deliveries", "--webhook", id, "--status", "delivered")).results.length === 2,
    );

    const counted = await desk.weft(["webhooks", "replay", "--since", "1h", "--dry-run", id]);
    const parked = await desk.json("webhooks", "replay", "--since", "1h", "--status", "parked", id);
    const sent = await desk.weft(["webhooks", "replay", "--since", "1h", id]);
    await waitUntil("they are received again", () => callsOf("/since").length === 4);

    expect(counted.stdout).toBe("2 deliveries would be sent again.\n");
    expect(parked).toEqual({ count: 0, dryRun: false });
    expect(sent.stdout).toBe("2 deliveries will be sent again.\n");
  });

  test("a failed test is an exit code, and shows the response", async () => {
    receiver.answer(({ path }) => (path === "/broken" ? { status: 500, body: { why: "broken" } } : {}));
    await writeFile(join(desk.folder, "token.txt"), "a token of some length\n");
    const { id } = await desk.json(
      ...["webhooks", "create", "--url", `${receiver.url}/broken`, "--trigger", "item|delete"],
      ...["--auth-header", "X-Token", "--auth-value-file", "token.txt"],
    );

    const { code, stdout } = await desk.weft(["webhooks", "test", id]);

    expect(code).toBe(1);
    expect(stdout).toMatch(/^Not delivered: response 500 after \d+ ms\.\n\{"why":"broken"\}\n$/);
    expect(callsOf("/broken")[0]?.headers["x-token"]).toBe("a token of some length");
  });

  test("copies of its messages reach a local URL, signed, including earlier ones", async () => {
    const { id, secret } = await desk.json(
      "webhooks",
      "create",
      "--url",
      `${receiver.url}/public`,
      "--trigger",
      "project|create",
    );
    await writeFile(join(desk.folder, "secret.txt"), secret);
    await desk.service.call("POST", "/projects", { body: { name: "Spring", identifier: "listen-1" } });
    await waitUntil("the first is received", () => callsOf("/public").length === 1);

    const listening = startWeft(
      [
        "webhooks",
        "listen",
        id,
        "--forward-to",
        `${receiver.url}/local`,
        "--since",
        "1h",
        "--secret-file",
        "secret.txt",
      ],
      { env: desk.env, cwd: desk.folder },
    );
    await waitUntil("the first is copied", () => callsOf("/local").length === 1);
    await desk.service.call("POST", "/projects", { body: { name: "Fall", identifier: "listen-2" } });
    await waitUntil("the second is copied", () => callsOf("/local").length === 2);
    await listening.printed(/project\|create[\s\S]*project\|create/);
    const { code, stdout } = await listening.end("SIGINT");

    const [first, second] = callsOf("/local");
    expect(code).toBe(130);
    expect(stdout).toMatch(/^project\|create {2}project:\S+ {2}→ 200 \(\d+ ms\)\nproject\|create/);
    expect(first?.body).toEqual(callsOf("/public")[0]?.body);
    expect(new Webhook(secret).verify(second?.text ?? "", headersOf(second))).toMatchObject({
      type: "project|create",
      data: { newData: { name: "Fall" } },
    });
  });

  test.each([
    [["webhooks", "create", "--trigger", "item|*"], 2, "--url"],
    [["webhooks", "create", "--url", "http://10.0.0.1/", "--trigger", "item|*"], 6, ""],
    [
      ["webhooks", "create", "--url", "https://x.example", "--trigger", "*", "--auth-header", "X"],
      2,
      "--auth-value-file",
    ],
    [["webhooks", "replay", "AP6U2iy1Fw9WV_Qi", "--since", "yesterday"], 2, "2026-03-01"],
    [["webhooks", "replay", "AP6U2iy1Fw9WV_Qi", "--dry-run"], 2, "--since"],
    [["webhooks", "listen", "AP6U2iy1Fw9WV_Qi", "--forward-to", "localhost:8080"], 2, "http://localhost:8080/hook"],
    [["webhooks", "rotate", "AP6U2iy1Fw9WV_Qi", "--overlap", "a day"], 2, "seconds"],
  ])("weft %j exits with %i", async (args, code, words) => {
    expect(await desk.weft(args)).toMatchObject({ code, stdout: "", stderr: expect.stringContaining(words) });
  });
});
