import type { Tool } from "./define-tool.ts";
import { changesTool } from "./tools/changes-tool.ts";
import { explainTool } from "./tools/explain-tool.ts";
import { findTool } from "./tools/find-tool.ts";
import { getTool } from "./tools/get-tool.ts";
import { loadTool } from "./tools/load-tool.ts";
import { tasksTool } from "./tools/tasks-tool.ts";
import { typesTool } from "./tools/types-tool.ts";
import { writeTool } from "./tools/write-tool.ts";

/** All tools in display order. The order does not change, because clients may cache the list. */
const tools: readonly Tool[] = [findTool, getTool, writeTool, loadTool, changesTool, tasksTool, typesTool, explainTool];

export const toolNames: readonly string[] = tools.map(({ name }) => name);

export function describeTools(): object[] {
  return tools.map(({ description }) => description);
}

export function toolNamed(name: unknown): Tool | undefined {
  return tools.find((tool) => tool.name === name);
}
