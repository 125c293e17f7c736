import { expect, test } from "vitest";
import { errorAt, placeOf, plainError, strayErrors } from "./field-errors.ts";

const errors = [
  { pointer: "tasks/0/config/object/price", message: "The expression ends too early" },
  { pointer: "tasks/0/config/foo", message: "foo is unknown here." },
  { pointer: "tasks/1/name", message: "Too small: expected string to have >=1 characters" },
];

test.each([
  ["tasks/0/config/object", "price: The expression ends too early"],
  ["tasks/1/name", "Enter a value."],
  ["tasks/1", "name: Enter a value."],
  ["tasks/10", undefined],
  ["name", undefined],
])("at %s the error is %s", (pointer, shown) => {
  expect(errorAt(errors, pointer)).toBe(shown);
});

test("errors that no field of a task shows are shown on its card", () => {
  const stray = strayErrors(errors, "tasks/0", ["tasks/0/config/object", "tasks/0/name"]);

  expect(stray.map(({ pointer }) => pointer)).toEqual(["tasks/0/config/foo"]);
});

test.each([
  ["Invalid input: expected string, received undefined", "Enter a value."],
  ["Invalid input: expected record, received string", "Enter an object."],
  ["Too small: expected array to have >=1 items", "Add at least one."],
  ["Too big: expected string to have <=100 characters", "At most 100 characters."],
  ['"webhook|" is not a trigger key. It has two parts.', "Choose an inbound webhook."],
  ["There is no action https. Did you mean http?", "There is no action https. Did you mean http?"],
])("%s is shown as %s", (message, plain) => {
  expect(plainError(message)).toBe(plain);
});

test.each([
  ["tasks/0/config/url", "Send, url"],
  ["tasks/1/name", "Task 2, name"],
  ["conditional", "Condition"],
  ["triggers/1", "Triggers"],
])("%s is at: %s", (pointer, place) => {
  const tasks = [
    { name: "Send", action: "http" },
    { name: "", action: "delay" },
  ];

  expect(placeOf(pointer, tasks)).toBe(place);
});
