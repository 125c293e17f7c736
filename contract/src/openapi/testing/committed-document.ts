import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { RecordedExample, RecordedExamples } from "../examples.ts";

const contract = new URL("../../../", import.meta.url);

export function readDocument(): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(new URL("openapi.json", contract), "utf8"));
}

/** The recorded examples in the order that the document uses. */
export function readExamples(): RecordedExamples {
  const folder = new URL("examples/", contract);
  const files = readdirSync(folder).sort();
  return new Map(
    files.map((name) => {
      const file: { operation: string; pairs: RecordedExample[] } = JSON.parse(
        readFileSync(new URL(name, folder), "utf8"),
      );
      return [file.operation, file.pairs];
    }),
  );
}

const referenceSchema = z.object({ $ref: z.string() });

/** The part itself, or the component that it refers to. */
export function resolve(document: unknown, part: unknown): unknown {
  const reference = referenceSchema.safeParse(part);
  if (!reference.success) {
    return part;
  }
  const steps = reference.data.$ref.split("/").slice(1);
  return steps.reduce<unknown>((place, step) => z.record(z.string(), z.unknown()).parse(place)[step], document);
}

interface Place {
  /** The names and indexes that lead to the node. */
  readonly path: readonly string[];
  readonly node: Readonly<Record<string, unknown>>;
}

/** Every object of the document, without those inside examples. */
export function* nodesOf(value: unknown, path: readonly string[] = []): Generator<Place> {
  if (typeof value !== "object" || value === null) {
    return;
  }
  const node: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(value));
  yield { path, node };
  for (const [name, member] of Object.entries(node)) {
    if (!isExample(name, path)) {
      yield* nodesOf(member, [...path, name]);
    }
  }
}

/** Whether the member holds examples, and is not a property of this name. */
export function isExample(name: string, path: readonly string[]): boolean {
  return (name === "example" || name === "examples") && path.at(-1) !== "properties";
}
