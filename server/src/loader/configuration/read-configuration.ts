import { type LoadConfiguration, loadConfigurationSchema } from "@weft/contract";
import type { Caller } from "../../access/caller.ts";
import { type Files, mayReadBytes } from "../../files/files.ts";
import { invalidField } from "../../platform/errors.ts";
import { Problem } from "../../platform/problem.ts";
import { parsePart } from "../../platform/request-errors.ts";

const bytesMax = 1_048_576;

/** The configuration in an uploaded file, YAML or JSON (which is YAML). */
export async function readConfiguration(files: Files, caller: Caller, fileId: string): Promise<LoadConfiguration> {
  const file = await files.find(caller.org.id, fileId);
  if (file === undefined || !mayReadBytes(caller)) {
    throw invalidField("#/loaderConfigurationId", `There is no file ${fileId}. Upload it with POST /api/files.`);
  }
  if (file.status !== "completed") {
    throw invalidField("#/loaderConfigurationId", `The upload of the file ${fileId} is not complete.`);
  }
  if (file.size > bytesMax) {
    throw invalidField("#/loaderConfigurationId", `A configuration can have at most ${bytesMax} bytes.`);
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of await files.open(caller.org.id, fileId)) {
    chunks.push(chunk);
  }
  return parseConfiguration(Buffer.concat(chunks).toString("utf8"));
}

async function parseConfiguration(text: string): Promise<LoadConfiguration> {
  const { parseDocument } = await import("yaml");
  const document = parseDocument(text, { schema: "core" });
  const [error] = document.errors;
  if (error !== undefined) {
    const place = `line ${error.linePos?.[0].line ?? 1}, column ${error.linePos?.[0].col ?? 1}`;
    throw invalidField("#/loaderConfigurationId", `The configuration file is neither YAML nor JSON: ${place}.`);
  }
  try {
    // Limits the expansion of aliases.
    return parsePart(loadConfigurationSchema, document.toJS({ maxAliasCount: 100 }), "body");
  } catch (cause) {
    if (cause instanceof Problem) {
      const errors = cause.errors.map((error) => ({
        ...error,
        pointer: `#/loaderConfigurationId${error.pointer.slice(1)}`,
      }));
      throw new Problem(cause.code, `In the configuration file: ${cause.detail}`, { errors, cause });
    }
    throw invalidField(
      "#/loaderConfigurationId",
      "The configuration file must contain one object, without circular references.",
    );
  }
}
