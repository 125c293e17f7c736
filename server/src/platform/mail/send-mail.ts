interface Mail {
  /** The org whose users receive it, for the log. */
  readonly orgId: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** A mail that cannot be submitted is logged, and lost: no code may rely on delivery. */
  send(mail: Mail): Promise<void>;
  /** Connects and signs in as a submission does, and sends nothing. */
  probe(): Promise<void>;
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
  /** Called with every failure to submit a mail. */
  readonly onOutage?: ((failure: unknown) => void) | undefined;
}

const timeoutMs = 10_000;

export function createMailer({ smtpUrl, from, log, onOutage }: MailerOptions): Mailer {
  let transport: ReturnType<typeof openTransport> | undefined;
  const connect = (url: string) => {
    transport ??= openTransport(url);
    return transport;
  };
  return {
    async send({ orgId, to, subject, text }) {
      if (smtpUrl === undefined || to.length === 0) {
        log.info(
          { orgId, subject, receivers: to.length },
          "email not sent: SMTP_URL is not set, or there are no recipients",
        );
        return;
      }
      try {
        const server = await connect(smtpUrl);
        await server.sendMail({ from, to: [...to], subject, text });
      } catch (err) {
        onOutage?.(err);
        log.warn({ err, orgId, subject }, "email could not be sent");
      }
    },
    async probe() {
      await (smtpUrl === undefined ? undefined : (await connect(smtpUrl)).verify());
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
