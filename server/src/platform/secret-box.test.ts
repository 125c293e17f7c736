import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSameText, SecretBox, splitSecrets } from "./secret-box.ts";

const box = new SecretBox(["a secret of the tests that is long enough"]);

describe("a sealed text", () => {
  test("is opened with the secret and the context that it was sealed with", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, context) => {
        expect(box.open(box.seal(text, context), context)).toBe(text);
      }),
    );
  });

  test("reveals nothing of the text, and is different each time", () => {
    const sealed = [box.seal("client secret", "org"), box.seal("client secret", "org")];

    expect(sealed[0]?.equals(sealed[1] ?? Buffer.alloc(0))).toBe(false);
    expect(Buffer.concat(sealed).toString("latin1")).not.toContain("client");
  });

  test("is opened by another box with the same secret, as after a restart", () => {
    const sealed = box.seal("text", "org");

    expect(new SecretBox(["a secret of the tests that is long enough"]).open(sealed, "org")).toBe("text");
  });

  test("is not opened with another secret", () => {
    const sealed = box.seal("text", "org");

    expect(() => new SecretBox(["another secret of the tests, also long"]).open(sealed, "org")).toThrow();
  });

  test.each(["", "org-b", "org-a ", "ORG-A"])("is not opened in the context %j of another row", (context) => {
    const sealed = box.seal("text", "org-a");

    expect(() => box.open(sealed, context)).toThrow();
  });

  test("is not opened when any of its bits has changed", () => {
    const sealed = box.seal("a text of some length", "org");

    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.integer({ min: 0, max: 7 }), (at, bit) => {
        const changed = Buffer.from(sealed);
        changed.writeUInt8(changed.readUInt8(at) ^ (1 << bit), at);

        expect(() => box.open(changed, "org")).toThrow();
      }),
    );
  });

  test("is not opened when it was shortened or extended", () => {
    const sealed = box.seal("text", "org");
    const changed = [
      ...Array.from({ length: sealed.length }, (_, length) => sealed.subarray(0, length)),
      sealed.subarray(1),
      Buffer.concat([sealed, Buffer.alloc(1)]),
    ];

    for (const bytes of changed) {
      expect(() => box.open(bytes, "org")).toThrow();
    }
  });
});

describe("a signature", () => {
  test("is the same for the same purpose, text and secret, and URL-safe", () => {
    const signature = box.sign("csrf", "session");

    expect(signature).toBe(new SecretBox(["a secret of the tests that is long enough"]).sign("csrf", "session"));
    expect(signature).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  test("differs for another purpose, text or secret", () => {
    const signatures = [
      box.sign("csrf", "session"),
      box.sign("link", "session"),
      box.sign("csrf", "other"),
      new SecretBox(["another secret of the tests, also long"]).sign("csrf", "session"),
    ];

    expect(new Set(signatures).size).toBe(4);
  });
});

test.each([
  ["", "", true],
  ["token", "token", true],
  ["Größe", "Größe", true],
  ["token", "Token", false],
  ["token", "token ", false],
  ["token", "", false],
  ["é", "e\u0301", false],
])("%j and %j are the same text: %s", (a, b, expected) => {
  expect(isSameText(a, b)).toBe(expected);
});

describe("a box with a current and a former secret", () => {
  const [newer, older] = ["a newer secret of the tests, long enough", "a secret of the tests that is long enough"];
  const rotating = new SecretBox([newer, older]);

  test("opens what either has sealed, and seals with the current one", () => {
    const [before, after] = [box.seal("text", "org"), rotating.seal("text", "org")];

    expect([rotating.open(before, "org"), rotating.open(after, "org")]).toEqual(["text", "text"]);
    expect(new SecretBox([newer]).open(after, "org")).toBe("text");
    expect(() => box.open(after, "org")).toThrow();
  });

  test("knows the age of a value", () => {
    const values = [rotating.seal("text", "org"), box.seal("text", "org"), box.seal("text", "other")];

    expect(values.map((value) => rotating.ageOf(value, "org"))).toEqual(["current", "former", "unreadable"]);
  });

  test("verifies signatures of both, and signs with the current one", () => {
    const signatures = [box.sign("csrf", "session"), new SecretBox([newer]).sign("csrf", "session")];

    expect(signatures.map((signature) => rotating.verify("csrf", "session", signature))).toEqual([true, true]);
    expect(rotating.verify("link", "session", signatures[0] ?? "")).toBe(false);
    expect(rotating.sign("csrf", "session")).toBe(signatures[1]);
  });

  test("has fingerprints that differ, and reveal nothing", () => {
    expect(new Set(rotating.fingerprints).size).toBe(2);
    expect(rotating.fingerprints[1]).toBe(box.fingerprints[0]);
    expect(box.fingerprints[0]).toMatch(/^[0-9a-f]{32}$/);
  });
});

const long = "x".repeat(32);
const other = "y".repeat(40);

test.each([
  ["one secret", long, [long]],
  ["with spaces around it, which belong to it", ` ${long} `, [` ${long} `]],
  ["a passphrase with spaces and commas", "correct horse, battery staple and more", undefined],
  ["two, separated by a comma", `${long},${other}`, [long, other]],
  ["two, in lines", `${long}\n${other}\n`, [long, other]],
  ["two, separated by a comma and a space", `${long}, ${other}`, [long, other]],
  ["the same twice", `${long} ${long}`, [long]],
  ["one that is too short", `${long},short`, [long, "short"]],
])("a setting is split: %s", (_case, text, expected) => {
  expect(splitSecrets(text)).toEqual(expected ?? [text]);
});
