import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts values that must be read later, and signs values that callers send back, with keys derived from the
 * service's secret.
 */
export class SecretBox {
  readonly #encryptionKey: Buffer;
  readonly #signingKey: Buffer;

  constructor(secret: string) {
    this.#encryptionKey = deriveKey(secret, "weft stored secrets");
    this.#signingKey = deriveKey(secret, "weft signatures");
  }

  /** The context (such as the org's id) must be the same on opening: a value cannot be moved to another row. */
  seal(text: string, context: string): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv("aes-256-gcm", this.#encryptionKey, nonce).setAAD(Buffer.from(context));
    return Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  }

  open(sealed: Buffer, context: string): string {
    const decipher = createDecipheriv("aes-256-gcm", this.#encryptionKey, sealed.subarray(0, nonceBytes))
      .setAAD(Buffer.from(context))
      .setAuthTag(sealed.subarray(-tagBytes));
    return decipher.update(sealed.subarray(nonceBytes, -tagBytes), undefined, "utf8") + decipher.final("utf8");
  }

  sign(purpose: string, text: string): string {
    return createHmac("sha256", this.#signingKey).update(`${purpose}\n${text}`).digest("base64url");
  }
}

function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
}

/** Compares two texts in constant time. */
export function isSameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
