import type { Expression } from "acorn";
import type { JsonValue } from "../../json-value.ts";
import { type Closure, Evaluation } from "../evaluation.ts";
import { ExpressionError, type ExpressionWarning, quote } from "../expression-error.ts";
import type { FuelMeter } from "../fuel.ts";
import type { NameResolver } from "../names/name-resolver.ts";
import type { Insert, ParsedExpression, Placeholder } from "../parsing/parsed-expression.ts";
import type { Compilation, Scope } from "./compilation.ts";
import { compileCall, compileChain, compileMember } from "./compile-access.ts";
import { compileNew } from "./compile-call.ts";
import { compileArray, compileLiteral, compileObject, compileTemplateLiteral } from "./compile-literals.ts";
import { compileIdentifier } from "./compile-names.ts";
import { compileBinary, compileConditional, compileLogical, compileUnary } from "./compile-operators.ts";

const outermost: Scope = { parameters: new Map(), isInBraces: false };
const inBraces: Scope = { parameters: new Map(), isInBraces: true };

/** Compiles the expressions of one text, and collects the names they read. */
export class SourceCompilation<Values> implements Compilation {
  readonly source: string;
  readonly names: NameResolver<Values>;
  readonly warnings: ExpressionWarning[] = [];
  readonly #now: () => number;
  readonly #slots = new Map<string, number>();
  readonly #readers: ((values: Values) => JsonValue)[] = [];
  readonly #unknown = new Set<string>();
  readonly #placeholders = new Map<object, Placeholder>();
  readonly #inserts = new Map<number, readonly Insert[]>();
  #localCount = 0;

  constructor(source: string, names: NameResolver<Values>, now: () => number) {
    this.source = source;
    this.names = names;
    this.#now = now;
  }

  /** A new compilation of the same text that has read nothing yet. */
  another(): SourceCompilation<Values> {
    return new SourceCompilation(this.source, this.names, this.#now);
  }

  get reads(): readonly string[] {
    return [...this.#slots.keys()];
  }

  /** A whole expression. */
  compileParsed(parsed: ParsedExpression): Closure {
    this.#adopt(parsed);
    return this.compile(parsed.root, outermost);
  }

  /** An expression in braces within a template. */
  compileInBraces(parsed: ParsedExpression): Closure {
    this.#adopt(parsed);
    return this.compile(parsed.root, inBraces);
  }

  #adopt(parsed: ParsedExpression): void {
    for (const [node, placeholder] of parsed.placeholders) this.#placeholders.set(node, placeholder);
    for (const [offset, inserts] of parsed.inserts) this.#inserts.set(offset, inserts);
  }

  /** Runs the compiled code with these values. */
  evaluate<Result>(values: Values, meter: FuelMeter | undefined, run: (evaluation: Evaluation) => Result): Result {
    const evaluation = new ValuesEvaluation(values, { readers: this.#readers, now: this.#now }, meter?.share);
    if (meter === undefined) {
      return run(evaluation);
    }
    try {
      return run(evaluation);
    } finally {
      meter.used += evaluation.used;
    }
  }

  compile(node: Expression, scope: Scope): Closure {
    return compileNode(node, scope, this);
  }

  placeholderOf(node: Expression): Placeholder | undefined {
    return this.#placeholders.get(node);
  }

  insertsAt(offset: number): readonly Insert[] {
    return this.#inserts.get(offset) ?? [];
  }

  readName(name: string): Closure {
    const slot = this.#slotOf(name);
    return (evaluation) => evaluation.read(slot);
  }

  /** The value as received, not the engine's copy. */
  rawReader(name: string): ((values: Values) => JsonValue) | undefined {
    return this.#readers[this.#slotOf(name)];
  }

  #slotOf(name: string): number {
    const known = this.#slots.get(name);
    if (known !== undefined) return known;
    const slot = this.#readers.length;
    this.#readers.push(this.names.reader(name) ?? (() => undefined));
    this.#slots.set(name, slot);
    return slot;
  }

  readUnknownName(name: string, offset: number): Closure {
    if (!this.#unknown.has(name)) {
      this.#unknown.add(name);
      this.warnings.push({ kind: "unknown-name", offset, ...unknownName(name, this.names.closest(name)) });
    }
    return () => undefined;
  }

  nextLocal(): number {
    this.#localCount += 1;
    return this.#localCount - 1;
  }

  refuse(offset: number, reason: string): never {
    throw new ExpressionError(reason, offset);
  }
}

function unknownName(name: string, closest: string | undefined) {
  const hint = closest === undefined ? "" : `; did you mean ${quote(closest)}?`;
  return { name, closest, message: `There is no ${quote(name)}${hint}` };
}

interface ValueSource<Values> {
  readonly readers: readonly ((values: Values) => JsonValue)[];
  readonly now: () => number;
}

class ValuesEvaluation<Values> extends Evaluation {
  readonly #values: Values;
  readonly #readers: readonly ((values: Values) => JsonValue)[];
  readonly #now: () => number;

  constructor(values: Values, { readers, now }: ValueSource<Values>, share: number | undefined) {
    super(share);
    this.#values = values;
    this.#readers = readers;
    this.#now = now;
  }

  override now(): number {
    return this.#now();
  }

  protected override rawValue(slot: number): JsonValue {
    return this.#readers[slot]?.(this.#values);
  }
}

/** The list of everything allowed; anything else is rejected. */
function compileNode(node: Expression, scope: Scope, unit: Compilation): Closure {
  switch (node.type) {
    case "Literal":
      return compileLiteral(node, unit);
    case "TemplateLiteral":
      return compileTemplateLiteral(node, scope, unit);
    case "ArrayExpression":
      return compileArray(node, scope, unit);
    case "ObjectExpression":
      return compileObject(node, scope, unit);
    case "Identifier":
      return compileIdentifier(node, scope, unit);
    case "ParenthesizedExpression":
      return unit.compile(node.expression, { ...scope, isInBraces: true });
    case "UnaryExpression":
      return compileUnary(node, scope, unit);
    case "BinaryExpression":
      return compileBinary(node, scope, unit);
    case "LogicalExpression":
      return compileLogical(node, scope, unit);
    case "ConditionalExpression":
      return compileConditional(node, scope, unit);
    case "MemberExpression":
      return compileMember(node, scope, unit);
    case "CallExpression":
      return compileCall(node, scope, unit);
    case "ChainExpression":
      return compileChain(node, scope, unit);
    case "NewExpression":
      return compileNew(node, scope, unit);
    default:
      return unit.refuse(node.start, reasons[node.type] ?? `This is not allowed (${node.type})`);
  }
}

const reasons: { readonly [type in Expression["type"]]?: string } = {
  ArrowFunctionExpression: "A function can only be an argument of a method such as map or filter",
  AssignmentExpression: "Assignment is not allowed; write === to compare",
  AwaitExpression: "await is not allowed",
  SequenceExpression: "A comma between expressions is not allowed; write one expression",
  TaggedTemplateExpression: "A template cannot have a tag",
  ThisExpression: "this is not allowed; write {name} for a value",
  UpdateExpression: "++ and -- are not allowed; write + 1 or - 1",
};
