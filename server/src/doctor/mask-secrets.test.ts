import { expect, test } from "vitest";
import { parseConfig } from "../config/config.ts";
import { maskSecrets } from "./mask-secrets.ts";

test("no secret of the configuration is shown, neither as written nor decoded", () => {
  const config = parseConfig({
    DATABASE_URL: "postgres://weft:pass%20word@db.example/weft",
    WEFT_SECRET: "the secret of the service, which is long",
    WEFT_BACKUP_PASSPHRASE: "phrase-of-backups",
    METRICS_TOKEN: "token-of-the-metrics",
    WEFT_OPERATOR_TOKEN: "token-of-the-operator-which-is-long",
    REDIS_URL: "redis://:redis-pass@127.0.0.1",
    SMTP_URL: "smtp://weft:mail-pass@127.0.0.1",
    WEFT_OUTBOUND_PROXY: "http://weft:proxy-pass@127.0.0.1:3128",
    S3_ENDPOINT: "https://s3.example",
    S3_BUCKET: "files",
    S3_ACCESS_KEY: "access-key",
    S3_SECRET_KEY: "secret-key",
    S3_SESSION_TOKEN: "session-token",
  });
  const secrets = [
    ...["pass%20word", "pass word", "the secret of the service, which is long", "token-of-the-metrics", "redis-pass"],
    ...[
      "token-of-the-operator-which-is-long",
      "phrase-of-backups",
      "mail-pass",
      "proxy-pass",
      "access-key",
      "secret-key",
      "session-token",
    ],
  ];
  const text = `It said: ${secrets.join(" and ")}.`;

  const [finding] = maskSecrets([{ name: "s3", verdict: "fault", detail: text, advice: text }], config);

  const masked = `It said: ${secrets.map(() => "***").join(" and ")}.`;
  expect(finding).toEqual({ name: "s3", verdict: "fault", detail: masked, advice: masked });
});
