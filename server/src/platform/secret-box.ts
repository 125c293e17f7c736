import assert from "node:assert";
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

const nonceBytes = 12;
const tagBytes = 16;
const fingerprintBytes = 16;

/** With which of the service's secrets a value was sealed. */
export type SealAge = "current" | "former" | "unreadable";

interface Keys {
  readonly encryption: Buffer;
  readonly signing: Buffer;
}

/**
 * Encrypts values that must be read later, and signs values that callers send back, with keys derived from the
 * service's secrets. The first one is current: it seals and signs. All of them open and verify.
 */
export class SecretBox {
  readonly #keys: readonly Keys[];
  readonly #current: Keys;
  /** Identify the secrets without revealing them, the current one first. */
  readonly fingerprints: readonly string[];

  constructor(secrets: readonly string[]) {
    this.#keys = secrets.map((secret) => ({
      encryption: deriveKey(secret, "weft stored secrets"),
      signing: deriveKey(secret, "weft signatures"),
    }));
    const [current] = this.#keys;
    assert(current !== undefined, "a box needs a secret");
    this.#current = current;
    this.fingerprints = secrets.map((secret) =>
      deriveKey(secret, "weft fingerprint").toString("hex", 0, fingerprintBytes),
    );
  }

  /** The context (such as the org's id) must be the same on opening: a value cannot be moved to another row. */
  seal(text: string, context: string): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv("aes-256-gcm", this.#current.encryption, nonce).setAAD(Buffer.from(context));
    return Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  }

  open(sealed: Buffer, context: string): string {
    const errors: unknown[] = [];
    for (const { encryption } of this.#keys) {
      try {
        return openWith(encryption, sealed, context);
      } catch (error) {
        errors.push(error);
      }
    }
    throw errors[0];
  }

  /** Whether the value can be opened, and whether it should be sealed again. */
  ageOf(sealed: Buffer, context: string): SealAge {
    const index = this.#keys.findIndex(({ encryption }) => {
      try {
        openWith(encryption, sealed, context);
        return true;
      } catch {
        return false;
      }
    });
    return index === -1 ? "unreadable" : index === 0 ? "current" : "former";
  }

  sign(purpose: string, text: string): string {
    return signWith(this.#current.signing, purpose, text);
  }

  /** The signatures that are valid for the text, that of the current secret first. */
  signatures(purpose: string, text: string): readonly string[] {
    return this.#keys.map(({ signing }) => signWith(signing, purpose, text));
  }

  verify(purpose: string, text: string, signature: string): boolean {
    return this.signatures(purpose, text).some((valid) => isSameText(valid, signature));
  }
}

function openWith(key: Buffer, sealed: Buffer, context: string): string {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, nonceBytes))
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(-tagBytes));
  return decipher.update(sealed.subarray(nonceBytes, -tagBytes), undefined, "utf8") + decipher.final("utf8");
}

function signWith(key: Buffer, purpose: string, text: string): string {
  return createHmac("sha256", key).update(`${purpose}\n${text}`).digest("base64url");
}

function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
}

export const secretLengthMin = 32;

/**
 * The current secret and the former ones, separated by commas or whitespace. A text of which no part is long enough to
 * be a secret is one: a passphrase with spaces.
 */
export function splitSecrets(text: string): readonly string[] {
  const parts = text.split(/[\s,]+/).filter((part) => part !== "");
  const isList = parts.length > 1 && parts.some(({ length }) => length >= secretLengthMin);
  return isList ? [...new Set(parts)] : [text];
}

/** Compares two texts in constant time. */
export function isSameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
