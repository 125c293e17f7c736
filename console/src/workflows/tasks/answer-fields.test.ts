import { expect, test } from "vitest";
import { answerOf, readAnswer, type TaskForm } from "./answer-fields.tsx";

const form: TaskForm = [
  { slug: "price", propertyType: "number", required: true },
  { slug: "firm", propertyType: "boolean" },
  { slug: "mills", propertyType: "multi_select", options: [{ value: "north", display: "North" }] },
];

test.each([
  [{ price: "29.5" }, { output: { price: 29.5 } }],
  [{ price: "0", firm: "false", mills: ["north"] }, { output: { price: 0, firm: false, mills: ["north"] } }],
  [{ price: "29,50" }, { errors: new Map([["price", '"29,50" is not a number. Use a format such as 12.5.']]) }],
  [{ price: "" }, { errors: new Map([["price", "Enter a value."]]) }],
  [{}, { errors: new Map([["price", "Enter a value."]]) }],
])("%j is read as an answer", (answer, expected) => {
  expect(readAnswer(form, answer)).toEqual(expected);
});

test("an output fills the controls", () => {
  expect(answerOf(form, { price: 29.5, mills: ["north"] })).toEqual({ price: "29.5", firm: "", mills: ["north"] });
});
