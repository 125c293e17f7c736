import type { JsonValue } from "../../platform/json-value.ts";
import { addError, type Candidate, type KindRules, setProperty } from "./kind-rules.ts";

const channels = ["red", "green", "blue"] as const;

/** A color is given by hex or by red, green and blue; either form sets the other. Hex wins if both are sent. */
export const colorRules: KindRules = {
  complete(candidate) {
    const { sent } = candidate;
    if (isSent(sent["hex"])) {
      completeFromHex(candidate);
    } else if (channels.some((channel) => isSent(sent[channel]))) {
      completeFromChannels(candidate);
    } else if (["hex", ...channels].some((slug) => sent[slug] === null)) {
      for (const slug of ["hex", ...channels]) {
        setProperty(candidate, slug, null);
      }
    }
  },
};

function completeFromHex(candidate: Candidate): void {
  const { hex } = candidate.properties;
  const [, digits] = typeof hex === "string" ? (/^#?([0-9a-f]{6})$/i.exec(hex) ?? []) : [];
  if (digits === undefined) {
    if (typeof hex === "string") {
      addError(candidate, "hex", "invalid-value", "hex must have six hexadecimal digits, such as 336699.");
    }
    return;
  }
  setProperty(candidate, "hex", digits.toLowerCase());
  channels.forEach((channel, index) => {
    const value = Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16);
    if (isSent(candidate.sent[channel]) && candidate.sent[channel] !== value) {
      addError(
        candidate,
        channel,
        "invalid-value",
        `${channel} is ${value} in hex ${digits}. Send either hex or red, green and blue.`,
      );
    }
    setProperty(candidate, channel, value);
  });
}

function completeFromChannels(candidate: Candidate): void {
  const values = channels.map((channel) => candidate.properties[channel]);
  channels.forEach((channel, index) => {
    const value = values[index];
    // A value that was sent and rejected already has its own error.
    if (value === undefined && !isSent(candidate.sent[channel])) {
      addError(candidate, channel, "required", `${channel} is missing: send red, green and blue together, or hex.`);
    } else if (typeof value === "number" && !Number.isInteger(value)) {
      addError(candidate, channel, "invalid-value", `${channel} must be a whole number from 0 to 255.`);
    }
  });
  if (values.every(isChannel)) {
    const digits = values.map((value) => value.toString(16).padStart(2, "0"));
    setProperty(candidate, "hex", digits.join(""));
  }
}

function isSent(value: JsonValue): boolean {
  return value !== undefined && value !== null;
}

function isChannel(value: JsonValue): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 255;
}
