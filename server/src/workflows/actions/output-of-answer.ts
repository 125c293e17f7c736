import { storableJson } from "../../platform/json/storable-json.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../platform/json-value.ts";
import type { OutboundAnswered } from "../../platform/outbound/outbound-message.ts";

const textCharactersMax = 16_384;

/**
 * A JSON response becomes the output of the task. For any other response, the output is its status and the start of its
 * body.
 */
export function outputOfAnswer({ status, headers, body, isCut }: OutboundAnswered): JsonObject {
  const text = Buffer.from(body).toString("utf8");
  const json = isCut || !/[/+]json\b/i.test(headers["content-type"] ?? "") ? undefined : parsed(text);
  if (json !== undefined) {
    return isJsonObject(json) ? json : { status, body: json };
  }
  return text === ""
    ? { status }
    : { status, body: storableText(text.slice(0, textCharactersMax)), ...(isCut ? { isCut } : {}) };
}

function parsed(text: string): JsonValue {
  try {
    return storableJson(JSON.parse(text));
  } catch {
    // Not JSON, whatever its content type says: it is shown as text.
    return undefined;
  }
}

function storableText(text: string): JsonValue {
  return storableJson(text);
}
