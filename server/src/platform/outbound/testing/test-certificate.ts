import { readFileSync } from "node:fs";

/** For localhost and 127.0.0.1; self-signed, so it is also the authority to trust. */
export const testCertificate = {
  cert: read("test-only-certificate.pem"),
  key: read("test-only-key.pem"),
};

function read(name: string): string {
  return readFileSync(new URL(`../../http/testing/${name}`, import.meta.url), "utf8");
}
