import { expect, test } from "vitest";
import { guessesOf, requireStrongPassword } from "./password-strength.ts";

const about = ["grace.hopper@example.com", "Grace Hopper", "nordwind"];

test.each([
  "aaaaaaaaaaaa",
  "abababababab",
  "123456789012",
  "abcdefghijkl",
  "zyxwvutsrqpo",
  "qwertyuiop12",
  "1qaz2wsx3edc",
  "password1234",
  "P@ssw0rdP@ssw0rd",
  "passwordpassword",
  "Summer2026!!",
  "Welcome2026!",
  "letmein letmein",
  "iloveyou2026",
  "gracehopper1",
  "Hopper-Grace-1906",
  "nordwind2026",
  "Nordw1nd2026!",
  "\u{1F600}".repeat(12),
])("%s is too easy to guess", (password) => {
  expect(() => requireStrongPassword(password, about)).toThrow(/too easy to guess/);
});

test.each([
  "correct horse battery staple",
  "a password nobody guesses 1",
  "vK8#mQ2x!pLw",
  "kestrel-anvil-marzipan",
  "Brombeerkuchen am Dienstag",
  "хорошая погода сегодня",
  "0f9c1d7ab2e4",
])("%s is accepted", (password) => {
  expect(() => requireStrongPassword(password, about)).not.toThrow();
});

test("only the start of a long password is examined", () => {
  expect(() => requireStrongPassword("p@ssw0rd".repeat(128), about)).toThrow(/too easy to guess/);
  expect(() => requireStrongPassword("a".repeat(1024), about)).toThrow(/too easy to guess/);
});

test("another user's name costs more guesses than the user's own", () => {
  expect(guessesOf("hopperish kiln", about)).toBeLessThan(guessesOf("hopperish kiln", ["Ada"]));
});
