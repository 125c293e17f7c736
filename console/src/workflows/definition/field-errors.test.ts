import { expect, test } from "vitest";
import { errorAt, placeOf, plainError, strayErrors } from "./field-errors.ts";

const errors = [
  { pointer: "tasks/0/config/object/price", message: "The expression ends too early" },
  { pointer: "tasks/0/config/foo", message: "foo is not known here." },
  { pointer: "tasks/1/name", message: "Too small: expected string to have >=1 characters" },
];

test.each([
  ["tasks/0/config/object", "price: The expression ends too early"],
  ["tasks/1/name", "Write something here."],
  ["tasks/1", "name: Write something here."],
  ["tasks/10", undefined],
  ["name", undefined],
])("at %s stands %s", (pointer, shown) => {
  expect(errorAt(errors, pointer)).toBe(shown);
});

test("what no field of a task shows is left for its card", () => {
  const stray = strayErrors(errors, "tasks/0", ["tasks/0/config/object", "tasks/0/name"]);

  expect(stray.map(({ pointer }) => pointer)).toEqual(["tasks/0/config/foo"]);
});

test.each([
  ["Invalid input: expected string, received undefined", "Write something here."],
  ["Invalid input: expected record, received string", "Give an object here."],
  ["Too small: expected array to have >=1 items", "Add at least one."],
  ["Too big: expected string to have <=100 characters", "At most 100 letters."],
  ['"webhook|" is no trigger key. It has two parts.', "Choose an inbound webhook."],
  ["There is no action https. Did you mean http?", "There is no action https. Did you mean http?"],
])("%s is said as %s", (message, plain) => {
  expect(plainError(message)).toBe(plain);
});

test.each([
  ["tasks/0/config/url", "Send, address"],
  ["tasks/1/name", "Task 2, name"],
  ["conditional", "Condition"],
  ["triggers/1", "When"],
])("%s is at: %s", (pointer, place) => {
  const tasks = [
    { name: "Send", action: "http" },
    { name: "", action: "delay" },
  ];

  expect(placeOf(pointer, tasks)).toBe(place);
});
