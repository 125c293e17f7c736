import type { JsonValue } from "../../json-value.ts";
import type { Closure } from "../evaluation.ts";
import { ExpressionError, type ExpressionWarning } from "../expression-error.ts";
import { nodesMax, templateLengthMax, unreadableBracesMax } from "../expression-limits.ts";
import type { FuelMeter } from "../fuel.ts";
import type { NameResolver } from "../names/name-resolver.ts";
import { ExpressionParser } from "../parsing/expression-parser.ts";
import type { ParsedExpression } from "../parsing/parsed-expression.ts";
import { readBrace } from "../parsing/read-brace.ts";
import { insertedText, resultOf } from "../result.ts";
import type { CompileOptions } from "./compile-expression.ts";
import { joinParts } from "./compile-literals.ts";
import { SourceCompilation } from "./source-compilation.ts";

export interface CompiledTemplate<Values> {
  evaluate(values: Values, meter?: FuelMeter): JsonValue;
  readonly reads: readonly string[];
  readonly warnings: readonly ExpressionWarning[];
}

/** Text in which {name}, {expression} and ${expression} are replaced; a single one keeps the type of its value. */
export function compileTemplate<Values>(
  source: string,
  names: NameResolver<Values>,
  options: CompileOptions,
): CompiledTemplate<Values> {
  if (source.length > templateLengthMax) {
    throw new ExpressionError(`The text is longer than ${templateLengthMax} characters; shorten it`, 0);
  }
  const compilation = new SourceCompilation(source, names, options.now ?? Date.now);
  const parts = new TemplateReader(source, compilation).readParts();
  const [only] = parts;
  const evaluate = parts.length === 1 && only?.kind === "value" ? only.evaluate : evaluateText(parts, compilation);
  return { evaluate, reads: compilation.reads, warnings: compilation.warnings };
}

type Part<Values> =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value"; readonly run: Closure; readonly evaluate: Evaluate<Values> };

type Evaluate<Values> = (values: Values, meter?: FuelMeter) => JsonValue;

function evaluateText<Values>(
  parts: readonly Part<Values>[],
  compilation: SourceCompilation<Values>,
): Evaluate<Values> {
  const run = joinParts(
    parts.map((part) => {
      if (part.kind === "text") return () => part.text;
      return (evaluation) => insertedText(part.run(evaluation), evaluation);
    }),
  );
  return (values, meter) => compilation.evaluate(values, meter, run);
}

/** Scans the text once, from brace to brace. */
class TemplateReader<Values> {
  readonly #source: string;
  readonly #compilation: SourceCompilation<Values>;
  readonly #parts: Part<Values>[] = [];
  #text = "";
  #nodeCount = 0;
  #unreadableCount = 0;

  constructor(source: string, compilation: SourceCompilation<Values>) {
    this.#source = source;
    this.#compilation = compilation;
  }

  readParts(): readonly Part<Values>[] {
    let from = 0;
    for (let brace = this.#source.indexOf("{"); brace >= 0; brace = this.#source.indexOf("{", from)) {
      if (brace > from && this.#source.charAt(brace - 1) === "\\") {
        this.#text += `${this.#source.slice(from, brace - 1)}{`;
        from = brace + 1;
      } else {
        this.#text += this.#source.slice(from, brace);
        from = this.#readAt(brace);
      }
    }
    this.#text += this.#source.slice(from);
    this.#flush();
    return this.#parts;
  }

  /** Returns where the text continues. */
  #readAt(brace: number): number {
    const reading = readBrace(this.#source, brace, this.#compilation.names);
    switch (reading.kind) {
      case "known":
        return this.#addName(reading);
      case "unknown":
        return this.#addUnknownName(reading, brace);
      case "object":
        return this.#keep(brace);
      case "expression":
        return this.#addExpression(brace) ?? this.#keep(brace);
    }
  }

  #addName({ name, end }: { readonly name: string; readonly end: number }): number {
    const run = this.#compilation.readName(name);
    this.#addValue(run, this.#compilation.rawReader(name));
    this.#countNodes(1);
    return end;
  }

  #addUnknownName({ name, end }: { readonly name: string; readonly end: number }, brace: number): number {
    this.#addValue(this.#compilation.readUnknownName(name, brace));
    this.#countNodes(1);
    return end;
  }

  #addExpression(brace: number): number | undefined {
    const parsed = this.#tryParse(brace);
    if (parsed === undefined) return undefined;
    this.#addValue(this.#compilation.compileInBraces(parsed));
    this.#countNodes(parsed.nodeCount);
    return parsed.end;
  }

  #tryParse(brace: number): ParsedExpression | undefined {
    try {
      const parsed = new ExpressionParser(this.#source, this.#compilation.names).parseToBrace(brace + 1);
      // Compiled on trial first: a rejected expression must leave no name and no warning behind.
      this.#compilation.another().compileInBraces(parsed);
      return parsed;
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      this.#countUnreadable(brace, error);
      return undefined;
    }
  }

  #addValue(run: Closure, rawReader?: (values: Values) => JsonValue): void {
    // ${name} is {name}, as in a JavaScript template.
    if (this.#text.endsWith("$")) this.#text = this.#text.slice(0, -1);
    this.#flush();
    const evaluate: Evaluate<Values> = (values, meter) =>
      this.#compilation.evaluate(values, meter, (evaluation) => resultOf(run(evaluation), evaluation));
    this.#parts.push({ kind: "value", run, evaluate: rawReader ?? evaluate });
  }

  #keep(brace: number): number {
    this.#text += "{";
    return brace + 1;
  }

  #flush(): void {
    if (this.#text !== "") this.#parts.push({ kind: "text", text: this.#text });
    this.#text = "";
  }

  #countNodes(count: number): void {
    this.#nodeCount += count;
    if (this.#nodeCount > nodesMax) {
      throw new ExpressionError(`The text has more than ${nodesMax} names and parts of expressions; shorten it`, 0);
    }
  }

  #countUnreadable(brace: number, cause: ExpressionError): void {
    this.#unreadableCount += 1;
    if (this.#unreadableCount > unreadableBracesMax) {
      const reason = `More than ${unreadableBracesMax} braces do not contain a name or expression; write \\{ for a plain brace`;
      throw new ExpressionError(reason, brace);
    }
    const message = `This brace is kept as text: ${cause.reason}`;
    this.#compilation.warnings.push({ kind: "kept-as-text", offset: brace, message });
  }
}
