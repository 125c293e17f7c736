import type { CallExpression, ChainExpression, Expression, MemberExpression } from "acorn";
import type { Closure } from "../evaluation.ts";
import { quote } from "../expression-error.ts";
import { methodNames } from "../methods/find-methods.ts";
import { readMember } from "../methods/members.ts";
import type { Compilation, Scope } from "./compilation.ts";
import { compileFunctionCall, compileMethodCall, type Link } from "./compile-call.ts";
import { compileChainOfNames, compileConstant } from "./compile-names.ts";

export function compileMember(node: MemberExpression, scope: Scope, unit: Compilation): Closure {
  return compileWhole(node, scope, unit) ?? compileLinked(node, scope, unit);
}

export function compileCall(node: CallExpression, scope: Scope, unit: Compilation): Closure {
  return compileWhole(node, scope, unit) ?? compileLinked(node, scope, unit);
}

/** A chain with ?. in it: the first nullish value ends the whole chain. */
export function compileChain(node: ChainExpression, scope: Scope, unit: Compilation): Closure {
  const links: { readonly isOptional: boolean; readonly apply: Link }[] = [];
  let base: Expression = node.expression;
  let whole = compileWhole(base, scope, unit);
  while (whole === undefined && isLinked(base)) {
    const member = linkedMember(base, unit);
    links.unshift({ isOptional: member.optional, apply: compileLink(base, member, scope, unit) });
    base = member.object;
    whole = compileWhole(base, scope, unit);
  }
  const start = whole ?? unit.compile(base, scope);
  return (evaluation) => {
    let value = start(evaluation);
    for (const { isOptional, apply } of links) {
      if (isOptional && (value === null || value === undefined)) return undefined;
      value = apply(value, evaluation);
    }
    return value;
  };
}

/** Looks like member access but is a unit: Math.PI, Number(…), or a known name with dots in braces. */
function compileWhole(node: Expression, scope: Scope, unit: Compilation): Closure | undefined {
  if (node.type === "CallExpression") return compileFunctionCall(node, scope, unit);
  if (node.type !== "MemberExpression") return undefined;
  return compileChainOfNames(node, scope, unit) ?? compileConstant(node, scope);
}

function compileLinked(node: MemberExpression | CallExpression, scope: Scope, unit: Compilation): Closure {
  const member = linkedMember(node, unit);
  // Before the link itself, so that the error names a forbidden name rather than its property.
  const before = unit.compile(member.object, scope);
  const apply = compileLink(node, member, scope, unit);
  return (evaluation) => apply(before(evaluation), evaluation);
}

/** The part with the dot or the bracket. */
function linkedMember(node: MemberExpression | CallExpression, unit: Compilation): LinkedMember {
  const member = node.type === "CallExpression" ? node.callee : node;
  if (member.type === "MemberExpression" && hasObject(member)) return member;
  return unit.refuse(node.start, "super is not allowed");
}

type LinkedMember = MemberExpression & { readonly object: Expression };

function hasObject(member: MemberExpression): member is LinkedMember {
  return member.object.type !== "Super";
}

function compileLink(
  node: MemberExpression | CallExpression,
  member: LinkedMember,
  scope: Scope,
  unit: Compilation,
): Link {
  if (node.type === "CallExpression") return compileMethodCall(member, node.arguments, scope, unit);
  return compileRead(member, scope, unit);
}

function isLinked(node: Expression): node is MemberExpression | CallExpression {
  return node.type === "MemberExpression" || node.type === "CallExpression";
}

function compileRead(node: MemberExpression, scope: Scope, unit: Compilation): Link {
  const { property } = node;
  if (property.type === "PrivateIdentifier") return unit.refuse(property.start, "A private name is not allowed");
  if (node.computed) {
    const key = unit.compile(property, scope);
    return (value, evaluation) => readMember(value, key(evaluation), evaluation);
  }
  const name = property.type === "Identifier" ? checkedProperty(property.name, property.start, unit) : "";
  return (value, evaluation) => readMember(value, name, evaluation);
}

/** Members that every JavaScript object inherits would differ here. */
const inherited = new Set([...Object.getOwnPropertyNames(Object.prototype), "prototype"]);

function checkedProperty(name: string, offset: number, unit: Compilation): string {
  if (name === "length") return name;
  if (inherited.has(name)) return unit.refuse(offset, `The property ${quote(name)} is not allowed`);
  if (methodNames.has(name)) {
    return unit.refuse(offset, `${quote(name)} is a method: call it with parentheses, or write ["${name}"] for a key`);
  }
  if (!unit.names.holdsObjects) {
    return unit.refuse(
      offset,
      `The property ${quote(name)} is not allowed: the values are text, which has only .length`,
    );
  }
  return name;
}
