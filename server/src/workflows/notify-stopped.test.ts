import { afterAll, beforeAll, expect, test } from "vitest";
import { createMailer } from "../platform/mail/send-mail.ts";
import { type SmtpServer, startSmtpServer } from "../platform/mail/testing/smtp-server.ts";
import { buildKey, buildUser } from "../testing/builders.ts";
import type { TestService } from "../testing/test-service.ts";
import { asCaller, inOwnOrg } from "./testing/own-org.ts";
import { buildWorkflow, shareWorkflowService } from "./testing/workflow-world.ts";
import { notifyStopped } from "./workflow-jobs.ts";

let smtp: SmtpServer;
let node: TestService;

beforeAll(async () => {
  smtp = await startSmtpServer();
  // The node itself sends no mail: the test runs each round.
  node = await shareWorkflowService();
});

afterAll(async () => {
  await node.stop();
  await smtp.close();
});

const log = { info: () => {}, warn: () => {} };

test("administrators are notified once of each workflow that is stopped, and again when it stops again", async () => {
  const admin = await inOwnOrg(node);
  const [owner, ada] = [
    await buildUser(node, admin.org, { role: "owner" }),
    await buildUser(node, admin.org, { role: "admin" }),
  ];
  const editor = await buildUser(node, admin.org, { role: "editor" });
  const by = asCaller(admin, await buildKey(node, admin.org, { user: editor }));
  const workflow = await buildWorkflow(by, { name: "Approvals", tasks: [{ name: "wait", action: "external" }] });
  await buildWorkflow(by, { isActive: false, tasks: [{ name: "wait", action: "external" }] });
  await buildWorkflow(admin, { tasks: [{ name: "wait", action: "external" }] });
  const mailer = createMailer({ smtpUrl: smtp.url, from: "Weft <weft@weft.example>", log });
  const services = { db: node.database.db, mailer };
  const setActive = (isActive: boolean) => admin.call("PUT", `/users/${editor.id}`, { body: { isActive } });
  const round = () => notifyStopped(services, admin.org.id);

  await round();
  await setActive(false);
  // Another node's round may come first; either way one mail is sent.
  await Promise.all([round(), round()]);
  const first = [...smtp.mails];
  await setActive(true);
  await round();
  await setActive(false);
  await round();
  mailer.close();

  expect(first).toHaveLength(1);
  expect(first[0]?.to.toSorted()).toEqual([owner.email, ada.email].toSorted());
  const text = first[0]?.content.replaceAll(/=\r?\n/g, "");
  expect(text).toContain(`Approvals (${workflow.id}): The user is deactivated.`);
  expect(smtp.mails).toHaveLength(2);
});
