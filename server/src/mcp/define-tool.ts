import { z } from "zod";
import { validatePart } from "../platform/request-errors.ts";
import { type FailureTexts, type ToolContext, ToolError } from "./tool-context.ts";

interface ToolDefinition<Input extends z.ZodType> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** Whether it only reads. A tool that writes may also delete. */
  readonly isReadOnly: boolean;
  run(input: z.output<Input>, context: ToolContext): Promise<object>;
}

export interface Tool {
  readonly name: string;
  /** As returned by tools/list. */
  readonly description: object;
  call(given: unknown, context: ToolContext): Promise<ToolResult>;
}

interface ToolResult {
  readonly content: readonly [{ readonly type: "text"; readonly text: string }];
  readonly structuredContent: object;
  readonly isError?: true;
}

/** Longer output would crowd out the rest of a conversation. */
const textLengthMax = 60_000;

export function defineTool<Input extends z.ZodType>(definition: ToolDefinition<Input>): Tool {
  const { name, title, description, input, isReadOnly } = definition;
  const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: "input" });
  const annotations = isReadOnly
    ? { title, readOnlyHint: true, openWorldHint: false }
    : { title, readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false };
  return {
    name,
    description: { name, title, description, inputSchema, annotations },
    async call(given, context) {
      try {
        return succeed(await definition.run(parseInput(definition, given), context));
      } catch (error) {
        if (error instanceof ToolError) {
          return fail(error.words);
        }
        throw error;
      }
    },
  };
}

/** Reports all invalid arguments at once, so that a model can fix them: an error of the tool, not of the protocol. */
function parseInput<Input extends z.ZodType>({ name, input }: ToolDefinition<Input>, given: unknown): z.output<Input> {
  const parsed = input.safeParse(given);
  if (parsed.success) {
    return parsed.data;
  }
  throw new ToolError({
    code: "invalid-arguments",
    detail: `The arguments of ${name} do not match its inputSchema.`,
    errors: validatePart(input, given, "query"),
    next: "Correct these arguments and call again.",
  });
}

function succeed(answer: object): ToolResult {
  const text = JSON.stringify(answer);
  return text.length > textLengthMax
    ? fail({
        code: "answer-too-large",
        detail: `The call was executed, but its result has ${text.length} characters; the limit is ${textLengthMax}.`,
        next: "Do not write again. To read the result, request less: specify fields, or use a smaller limit.",
      })
    : { content: [{ type: "text", text }], structuredContent: answer };
}

function fail({ code, detail, errors = [], next, requestId }: FailureTexts): ToolResult {
  const lines = [
    `${code}: ${detail}`,
    ...errors.map(({ pointer, detail: error }) => `- ${pointer || "the arguments"}: ${error}`),
    `What to do: ${next}`,
  ];
  const error = {
    code,
    detail,
    ...(errors.length === 0
      ? {}
      : { errors: errors.map(({ pointer, detail: error }) => ({ pointer, detail: error })) }),
    next,
    ...(requestId === undefined ? {} : { requestId }),
  };
  return { content: [{ type: "text", text: lines.join("\n") }], structuredContent: { error }, isError: true };
}
