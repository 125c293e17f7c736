import { expect, onTestFinished, test } from "vitest";
import { parseConfig } from "../config/config.ts";
import { startSmtpServer } from "../platform/mail/testing/smtp-server.ts";
import { startSocketServer } from "../platform/outbound/testing/local-server.ts";
import { checkSmtp } from "./check-smtp.ts";
import { runCheck } from "./finding.ts";

function look(smtpUrl: string, limitMs = 5_000) {
  return runCheck(checkSmtp(parseConfig({ SMTP_URL: smtpUrl })), limitMs);
}

test("without SMTP the check is skipped", async () => {
  expect(await runCheck(checkSmtp(parseConfig({})), 1_000)).toMatchObject([{ name: "smtp", verdict: "skipped" }]);
});

test("a mail server is greeted and receives no mail", async () => {
  const server = await startSmtpServer();
  onTestFinished(() => server.close());

  const findings = await look(server.url);

  expect(findings).toMatchObject([{ verdict: "ok", detail: `${server.url} accepts connections; nothing was sent.` }]);
  expect(server.mails).toEqual([]);
});

test("an unreachable mail server is a fault, reported without its password", async () => {
  const findings = await look("smtp://weft:hush-hush@127.0.0.1:1");

  expect(findings).toMatchObject([{ verdict: "fault", detail: expect.stringContaining("ECONNREFUSED") }]);
  expect(findings[0]?.detail).toContain("smtp://weft:***@127.0.0.1:1");
});

test("a mail server that rejects the user is a fault", async () => {
  const port = await startSocketServer((socket) => {
    socket.write("220 test\r\n");
    socket.on("data", (bytes) => {
      const isGreeting = bytes.toString().startsWith("EHLO");
      socket.write(isGreeting ? "250-test\r\n250 AUTH PLAIN\r\n" : "535 5.7.8 no such user\r\n");
    });
  });

  const findings = await look(`smtp://weft:hush-hush@127.0.0.1:${port}`);

  expect(findings).toMatchObject([{ verdict: "fault", detail: expect.stringContaining("no such user") }]);
});

test("a mail server that does not respond times out", async () => {
  const port = await startSocketServer(() => {});

  const findings = await look(`smtp://127.0.0.1:${port}`, 300);

  expect(findings).toMatchObject([{ verdict: "fault", detail: "No response within 0.3 s." }]);
});
