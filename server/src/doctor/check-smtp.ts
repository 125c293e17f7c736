import type { Config } from "../config/config.ts";
import { maskUrl } from "../platform/parse-url.ts";
import { type Check, type CheckResult, explainError, fault, ok, skipped } from "./finding.ts";

export function checkSmtp({ smtpUrl }: Config): Check {
  return {
    name: "smtp",
    look: async (signal) =>
      smtpUrl === undefined
        ? [skipped("SMTP_URL is not set: emails to owners are only logged.")]
        : [await greet(smtpUrl, signal)],
  };
}

const timeoutMs = 4_000;

/** Connects, sends EHLO, signs in if the URL has a user, and disconnects. */
async function greet(url: string, signal: AbortSignal): Promise<CheckResult> {
  const { createTransport } = await import("nodemailer");
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = createTransport({ url, ...timeouts });
  signal.addEventListener("abort", () => transport.close(), { once: true });
  try {
    await transport.verify();
    return ok(`${maskUrl(url)} accepts connections; nothing was sent.`);
  } catch (error) {
    return fault(
      `${maskUrl(url)} rejects the connection: ${explainError(error)}`,
      "Check SMTP_URL: its host, port, user and password, and smtps:// for a port that starts with TLS.",
    );
  } finally {
    transport.close();
  }
}
