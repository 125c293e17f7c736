import { emailSchema, labelSchema } from "@weft/contract";
import type { z } from "zod";
import type { UserRow } from "../access/user-store.ts";
import { invalid } from "./scim-error.ts";
import { type Comparisons, isSameFolded, type Resource } from "./scim-list.ts";
import type { AttributeChange } from "./scim-patch.ts";

export const userSchemaId = "urn:ietf:params:scim:schemas:core:2.0:User";

/** The group of a user's role. */
export interface UserGroup {
  readonly value: string;
  readonly display: string;
}

/** The user as SCIM sees it. The account's email is both userName and the only email; there is no password. */
export function presentUser(user: UserRow, group: UserGroup, baseUrl: string): Resource {
  const location = `${baseUrl}/Users/${user.id}`;
  return {
    schemas: [userSchemaId],
    id: user.id,
    ...(user.external_id === null ? {} : { externalId: user.external_id }),
    userName: user.email,
    displayName: user.name,
    name: {
      formatted: user.name,
      ...(user.given_name === null ? {} : { givenName: user.given_name }),
      ...(user.family_name === null ? {} : { familyName: user.family_name }),
    },
    active: user.is_active,
    emails: [{ value: user.email, type: "work", primary: true }],
    groups: [{ ...group, $ref: `${baseUrl}/Groups/${group.value}`, type: "direct" }],
    meta: {
      resourceType: "User",
      created: user.created_on.toISOString(),
      lastModified: user.updated_on.toISOString(),
      location,
    },
  };
}

export const userComparisons: Comparisons<UserRow> = {
  id: (user, value) => user.id === value,
  username: (user, value) => isSameFolded(user.email, value),
  "emails.value": (user, value) => isSameFolded(user.email, value),
  emails: (user, value) => isSameFolded(user.email, value),
  externalid: (user, value) => user.external_id === value,
  displayname: (user, value) => isSameFolded(user.name, value),
  active: (user, value) => user.is_active === value,
};

/** The attributes that a request sets. Undefined leaves an attribute unchanged, null clears it. */
export interface UserAttributes {
  userName?: string;
  displayName?: string | null;
  formatted?: string | null;
  givenName?: string | null;
  familyName?: string | null;
  externalId?: string | null;
  active?: boolean;
}

/** Unknown attributes are ignored; so are emails, which follow userName. Later changes win. */
export function readUserAttributes(changes: readonly AttributeChange[], id?: string): UserAttributes {
  const attributes: UserAttributes = {};
  for (const change of changes) {
    applyChange(attributes, change, id);
  }
  return attributes;
}

function applyChange(attributes: UserAttributes, change: AttributeChange, id: string | undefined): void {
  const value = change.op === "remove" ? null : change.value;
  switch (change.attribute) {
    case "username":
      attributes.userName = readUserName(value);
      break;
    case "displayname":
      attributes.displayName = readText("displayName", value);
      break;
    case "name":
      Object.assign(attributes, { formatted: null, givenName: null, familyName: null });
      break;
    case "name.formatted":
      attributes.formatted = readText("name.formatted", value);
      break;
    case "name.givenname":
      attributes.givenName = readText("name.givenName", value);
      break;
    case "name.familyname":
      attributes.familyName = readText("name.familyName", value);
      break;
    case "externalid":
      attributes.externalId = readText("externalId", value);
      break;
    case "active":
      attributes.active = readActive(value);
      break;
    default:
      rejectReadOnly(change, id);
  }
}

/** A resource may be sent back as read; only a change of a read-only attribute is an error. */
function rejectReadOnly({ attribute, value }: AttributeChange, id: string | undefined): void {
  if (attribute === "id" && id !== undefined && value !== id) {
    throw invalid("mutability", "The id of a user cannot be changed.");
  }
}

function readUserName(value: unknown): string {
  return parsed(emailSchema, value, "userName must be an email address of at most 254 characters.");
}

export function readText(name: string, value: unknown): string | null {
  return value === null || value === undefined || value === ""
    ? null
    : parsed(labelSchema, value, `${name} must be a text of at most 200 characters, without control characters.`);
}

/** Microsoft Entra sends the strings True and False. */
function readActive(value: unknown): boolean {
  const text = typeof value === "boolean" || typeof value === "string" ? String(value).toLowerCase() : "";
  if (text !== "true" && text !== "false") {
    throw invalid("invalidValue", "active must be true or false.");
  }
  return text === "true";
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown, detail: string): z.output<Schema> {
  const result = schema.safeParse(value);
  if (!result.success) {
    throw invalid("invalidValue", detail);
  }
  return result.data;
}

type NamedUser = Pick<UserRow, "email" | "name" | "given_name" | "family_name">;

/**
 * The single name of the account: displayName, else name.formatted, else the parts of the name. The parts alone do not
 * replace a name that was not built from them.
 */
export function nameOf(attributes: UserAttributes, current?: NamedUser): string | undefined {
  const whole = attributes.displayName ?? attributes.formatted;
  if (whole !== undefined && whole !== null) {
    return whole;
  }
  const before = joined(current?.given_name, current?.family_name);
  const { givenName = current?.given_name, familyName = current?.family_name } = attributes;
  const after = joined(givenName, familyName);
  const isOfParts = current === undefined || current.name === before || current.name === current.email;
  return after !== "" && isOfParts ? after.slice(0, 200) : undefined;
}

function joined(givenName: string | null | undefined, familyName: string | null | undefined): string {
  return [givenName, familyName].filter((part) => part !== null && part !== undefined).join(" ");
}
