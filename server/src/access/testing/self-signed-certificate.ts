import { generateKeyPairSync, sign } from "node:crypto";

/** A certificate and its key, generated each time so that the repository contains no private key. */
export function buildSelfSignedCertificate(validTo = new Date("2049-12-31T23:59:59Z")): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const signed = sequence(
    element(0x02, Buffer.of(1)), // serial number
    ecdsaWithSha256,
    nobody, // issuer
    sequence(utcTime("200101000000Z"), utcTime(`${validTo.toISOString().slice(2, 19).replace(/\D/g, "")}Z`)),
    nobody, // subject
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = element(0x03, Buffer.of(0), sign("sha256", signed, privateKey));
  return {
    cert: toPem("CERTIFICATE", sequence(signed, ecdsaWithSha256, signature)),
    key: String(privateKey.export({ type: "pkcs8", format: "pem" })),
  };
}

const ecdsaWithSha256 = sequence(element(0x06, Buffer.from("2a8648ce3d040302", "hex")));
const nobody = sequence();

/** A DER element: tag, length, content. All are shorter than 65,536 bytes. */
function element(tag: number, ...content: Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  const { length } = bytes;
  const lengthBytes = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...lengthBytes), bytes]);
}

function sequence(...content: Buffer[]): Buffer {
  return element(0x30, ...content);
}

function utcTime(text: string): Buffer {
  return element(0x17, Buffer.from(text));
}

function toPem(label: string, der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}
