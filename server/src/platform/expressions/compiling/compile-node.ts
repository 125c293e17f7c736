import type { Expression } from "acorn";
import type { Closure } from "../evaluation.ts";
import type { Compilation, Scope } from "./compilation.ts";
import { compileCall, compileChain, compileMember } from "./compile-access.ts";
import { compileNew } from "./compile-call.ts";
import { compileArray, compileLiteral, compileObject, compileTemplateLiteral } from "./compile-literals.ts";
import { compileIdentifier } from "./compile-names.ts";
import { compileBinary, compileConditional, compileLogical, compileUnary } from "./compile-operators.ts";

/** The list of everything allowed; anything else is rejected. */
export function compileNode(node: Expression, scope: Scope, unit: Compilation): Closure {
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
