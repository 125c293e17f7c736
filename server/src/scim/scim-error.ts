import { Problem } from "../platform/problem.ts";

/** The error types of RFC 7644, section 3.12, that this service returns. */
type ScimType =
  | "invalidFilter"
  | "invalidPath"
  | "invalidSyntax"
  | "invalidValue"
  | "mutability"
  | "noTarget"
  | "uniqueness";

const errorSchema = "urn:ietf:params:scim:api:messages:2.0:Error";

/** A rejected SCIM request. Errors of the rest of the service reach the client with their status and text. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;

  constructor(status: number, scimType: ScimType | undefined, detail: string) {
    super(detail);
    this.name = "ScimError";
    this.status = status;
    this.scimType = scimType;
  }
}

export function invalid(scimType: Exclude<ScimType, "uniqueness">, detail: string): ScimError {
  return new ScimError(400, scimType, detail);
}

export function taken(detail: string): ScimError {
  return new ScimError(409, "uniqueness", detail);
}

/** For writes whose only possible conflict is a name or an address that another resource has. */
export async function uniquely<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    throw error instanceof Problem && error.code === "conflict" ? taken(error.detail) : error;
  }
}

export function missing(resource: string, id: string): ScimError {
  return new ScimError(404, undefined, `There is no ${resource} ${id}.`);
}

/** The body of an error response. The status is a text there (RFC 7644, section 3.12). */
export function errorBody(error: ScimError | Problem): Record<string, unknown> {
  if (error instanceof ScimError) {
    const { status, scimType, message } = error;
    return {
      schemas: [errorSchema],
      status: String(status),
      ...(scimType === undefined ? {} : { scimType }),
      detail: message,
    };
  }
  const scimType = scimTypes[error.code];
  return {
    schemas: [errorSchema],
    status: String(error.status),
    ...(scimType === undefined ? {} : { scimType }),
    detail: error.detail,
  };
}

const scimTypes: Readonly<Record<string, ScimType>> = {
  "invalid-json": "invalidSyntax",
  "invalid-request": "invalidValue",
};
