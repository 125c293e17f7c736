import type { Expression } from "acorn";
import type { ParsedExpression } from "./parsing/parsed-expression.ts";

const operatorsOfExpressions = new Set(["===", "!==", "==", "!=", "<=", ">=", "*", "%", "**", "!", "typeof"]);

/** Whether it contains syntax that plain text with names does not; the content of braces does not count. */
export function holdsExpressionSyntax({ root, placeholders }: ParsedExpression): boolean {
  // In a text, an object literal is far more often JSON.
  if (root.type === "ObjectExpression") return false;
  return outerNodes(root).some((node) => {
    switch (node.type) {
      case "CallExpression":
      case "NewExpression":
      case "TemplateLiteral":
      case "ConditionalExpression":
      case "LogicalExpression":
      case "ArrayExpression":
      case "ObjectExpression":
        return true;
      case "UnaryExpression":
      case "BinaryExpression":
        return operatorsOfExpressions.has(node.operator);
      case "Literal":
        return typeof node.value === "string" && !placeholders.has(node);
      default:
        return false;
    }
  });
}

/** Whether it may be meant as a calculation. A hyphen directly between two names more often joins them. */
export function holdsCalculation(root: Expression, source: string): boolean {
  return outerNodes(root).some((node) => {
    switch (node.type) {
      case "BinaryExpression":
        return source.slice(node.left.end, node.right.start) !== "-";
      case "UnaryExpression":
        return true;
      case "MemberExpression":
        return node.computed || (node.property.type === "Identifier" && node.property.name === "length");
      default:
        return false;
    }
  });
}

/** The node and its descendants through which plain text could be parsed as an expression. */
function outerNodes(node: Expression): Expression[] {
  switch (node.type) {
    case "BinaryExpression":
      return node.left.type === "PrivateIdentifier"
        ? [node]
        : [node, ...outerNodes(node.left), ...outerNodes(node.right)];
    case "UnaryExpression":
      return [node, ...outerNodes(node.argument)];
    case "MemberExpression":
      return node.object.type === "Super" ? [node] : [node, ...outerNodes(node.object)];
    case "ChainExpression":
      return outerNodes(node.expression);
    default:
      return [node];
  }
}
