interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** A mail that cannot be submitted is logged, and lost: no code may rely on delivery. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

export interface MailerOptions {
  /** The submission server, with its credentials; without it mails are only logged. */
  readonly smtpUrl: string | undefined;
  /** The sender. */
  readonly from: string;
  readonly log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
  };
}

const timeoutMs = 10_000;

export function createMailer({ smtpUrl, from, log }: MailerOptions): Mailer {
  let transport: ReturnType<typeof openTransport> | undefined;
  return {
    async send({ to, subject, text }) {
      if (smtpUrl === undefined || to.length === 0) {
        log.info({ subject, receivers: to.length }, "email not sent: SMTP_URL is not set, or there are no recipients");
        return;
      }
      try {
        transport ??= openTransport(smtpUrl);
        await (await transport).sendMail({ from, to: [...to], subject, text });
      } catch (err) {
        log.warn({ err, subject }, "email could not be sent");
      }
    },
    close: () => void transport?.then((opened) => opened.close()),
  };
}

/** Loaded with the first mail, which most nodes never send. */
async function openTransport(url: string) {
  const { createTransport } = await import("nodemailer");
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  return createTransport({ url, ...timeouts });
}
