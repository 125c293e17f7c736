import { readDecimal } from "../../entity-types/kinds/read-decimal.ts";
import { shorten } from "../../entity-types/kinds/shorten.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { ColumnSources } from "./column-sources.ts";
import { type OwnField, ownField, readOwnText } from "./read-own-text.ts";
import type { RowReading } from "./row-reading.ts";

/**
 * A color from hex or from red, green and blue. Always passed on as hex, from which the write path derives the rest.
 */
export function compileColor(sources: ColumnSources) {
  const hexField = ownField(sources, "hex");
  const channelFields = ["red", "green", "blue"].map((slug) => ownField(sources, slug));
  return (fields: Record<string, JsonValue>, reading: RowReading): void => {
    const channels = channelFields.map((field) => readChannel(field, reading));
    const hexText = readOwnText(hexField, reading);
    if (hexText === undefined || channels.includes("invalid")) {
      return;
    }
    const fromChannels = hexOf(channels);
    const hex = fromChannels ?? readHex(hexText, reading);
    if (fromChannels !== undefined && hexText !== "" && digitsOf(hexText) !== fromChannels) {
      reportDifference(hexText, fromChannels, reading);
    }
    if (hex !== undefined) {
      fields["hex"] = hex;
    }
  };
}

type Channel = number | "empty" | "invalid";

function readChannel(field: OwnField, reading: RowReading): Channel {
  const text = readOwnText(field, reading);
  if (text === undefined || text === "") {
    return text === undefined ? "invalid" : "empty";
  }
  const value = readDecimal(text);
  if (value !== undefined && Number.isInteger(value) && value >= 0 && value <= 255) {
    return value;
  }
  reading.fail({
    columnName: field.slug,
    issueType: "INVALID_DATA",
    message: `${field.slug} is not a whole number from 0 to 255: ${shorten(text)}.`,
    suggestion: "Write a whole number from 0 to 255, or leave the cell empty and set hex.",
    data: shorten(text),
  });
  return "invalid";
}

/** Undefined unless all three are set. 0 is a value. */
function hexOf(channels: readonly Channel[]): string | undefined {
  const digits = channels.map((value) => (typeof value === "number" ? value.toString(16).padStart(2, "0") : undefined));
  return digits.includes(undefined) ? undefined : digits.join("");
}

function readHex(text: string, reading: RowReading): string | undefined {
  const digits = digitsOf(text);
  if (digits === undefined) {
    reading.fail({
      columnName: "hex",
      issueType: text === "" ? "MISSING_DATA" : "INVALID_DATA",
      message:
        text === ""
          ? "The color requires hex or all of red, green and blue."
          : `hex does not have six hexadecimal digits: ${shorten(text)}.`,
      suggestion: "Write hex as 336699, or fill in red, green and blue.",
      ...(text === "" ? {} : { data: shorten(text) }),
    });
  }
  return digits;
}

function digitsOf(text: string): string | undefined {
  const [, digits] = /^#?([0-9a-f]{6})$/i.exec(text) ?? [];
  return digits?.toLowerCase();
}

function reportDifference(hexText: string, hex: string, reading: RowReading): void {
  reading.warn({
    columnName: "hex",
    issueType: "VALIDATION_ERROR",
    message: `hex is ${shorten(hexText)}, but red, green and blue make ${hex}, which takes precedence.`,
    suggestion: "Make both consistent, or remove one of them.",
    data: shorten(hexText),
  });
}
