import type { ToolContext } from "../tool-context.ts";
import { answerMessage } from "./answer-message.ts";
import { type RpcAnswer, rpcCodes, rpcError } from "./json-rpc.ts";
import { batchVersion } from "./protocol-versions.ts";
import type { RpcHeaders } from "./request-metadata.ts";

const messagesMax = 20;

/** A body is one message. Only the version with batches, whose clients send no version header, also allows a list. */
export async function answerBody(body: unknown, headers: RpcHeaders, context: ToolContext): Promise<RpcAnswer> {
  if (!Array.isArray(body)) {
    return answerMessage(body, headers, context);
  }
  const mayBatch = (headers.version ?? batchVersion) === batchVersion;
  if (!mayBatch || body.length === 0 || body.length > messagesMax) {
    const message = mayBatch
      ? `A batch has 1 to ${messagesMax} messages.`
      : "Send one message per request: this version does not support batches.";
    return rpcError(undefined, { code: rpcCodes.invalidRequest, message, status: 400 });
  }
  const answers: object[] = [];
  for (const message of body) {
    answers.push(...[(await answerMessage(message, headers, context)).body ?? []].flat());
  }
  return answers.length === 0 ? { status: 202 } : { status: 200, body: answers };
}
