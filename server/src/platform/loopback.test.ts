import { expect, test } from "vitest";
import { isLoopbackAddress, isLoopbackName } from "./network-address.ts";

test.each([
  ["127.0.0.1", true],
  ["127.8.9.10", true],
  ["::1", true],
  ["::ffff:127.0.0.1", true],
  ["::FFFF:127.0.0.1", true],
  ["::ffff:10.0.0.1", false],
  ["10.0.0.1", false],
  ["0.0.0.0", false],
  ["::", false],
  ["128.0.0.1", false],
  ["127.evil.example", false],
  ["", false],
])("the address %j is loopback: %s", (address, expected) => {
  expect(isLoopbackAddress(address)).toBe(expected);
});

test.each([
  ["localhost", true],
  ["LOCALHOST", true],
  ["127.0.0.1", true],
  ["[::1]", true],
  ["localhost.evil.example", false],
  ["127.0.0.1.evil.example", false],
  ["weft.example", false],
  ["", false],
])("the name %j is loopback: %s", (name, expected) => {
  expect(isLoopbackName(name)).toBe(expected);
});
