import { afterEach, beforeEach, expect, test } from "vitest";
import { createMailer, type Mailer } from "./send-mail.ts";
import { type SmtpServer, startSmtpServer } from "./testing/smtp-server.ts";

let server: SmtpServer;
let mailers: Mailer[];
let logged: { level: string; text: string }[];
let outages: unknown[];

beforeEach(async () => {
  server = await startSmtpServer();
  mailers = [];
  logged = [];
  outages = [];
});

afterEach(async () => {
  for (const mailer of mailers) {
    mailer.close();
  }
  await server.close();
});

function mailerTo(smtpUrl: string | undefined): Mailer {
  const noteAs = (level: string) => (details: object, message: string) => {
    logged.push({ level, text: `${message} ${JSON.stringify(details)}` });
  };
  const mailer = createMailer({
    smtpUrl,
    from: "Weft <weft@weft.example>",
    log: { info: noteAs("info"), warn: noteAs("warn") },
    onOutage: (failure) => void outages.push(failure),
  });
  mailers.push(mailer);
  return mailer;
}

const mail = {
  orgId: "Aorg000000000001",
  to: ["ada@users.example", "bo@users.example"],
  subject: "Größe",
  text: "One line.\n\nAnother.",
};

test("a mail is submitted for all its recipients", async () => {
  await mailerTo(server.url).send(mail);

  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]?.to).toEqual(mail.to);
  expect(server.mails[0]?.content).toMatch(/^From: Weft <weft@weft\.example>$/m);
  expect(server.mails[0]?.content).toMatch(/^Subject: =\?UTF-8\?/m);
  expect(server.mails[0]?.content).toContain("One line.\n\nAnother.");
});

test("an unreachable server is logged with the organization, without the password", async () => {
  await server.close();
  const url = new URL(server.url);
  [url.username, url.password] = ["weft", "hush-hush"];

  await mailerTo(url.href).send(mail);

  expect(logged.map(({ level }) => level)).toEqual(["warn"]);
  expect(logged[0]?.text).toContain(mail.orgId);
  expect(logged[0]?.text).not.toContain("hush-hush");
  server = await startSmtpServer();
});

test("an unreachable server is an outage until the probe passes", async () => {
  const mailer = mailerTo(server.url);
  const { port } = new URL(server.url);
  await server.close();

  await mailer.send(mail);
  const probedWithout = mailer.probe();
  await expect(probedWithout).rejects.toThrow();
  server = await startSmtpServer(Number(port));
  await mailer.probe();

  expect(outages).toHaveLength(1);
  expect(server.mails).toEqual([]);
});

test("without a server, or without recipients, a mail is only logged", async () => {
  await mailerTo(undefined).send(mail);
  await mailerTo(server.url).send({ ...mail, to: [] });

  expect(logged.map(({ level }) => level)).toEqual(["info", "info"]);
  expect(server.mails).toEqual([]);
});
