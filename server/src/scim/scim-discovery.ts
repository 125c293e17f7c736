import { groupSchemaId } from "./scim-group.ts";
import { countMax, type Resource } from "./scim-list.ts";
import { userSchemaId } from "./scim-user.ts";

const core = "urn:ietf:params:scim:schemas:core:2.0";

/** The features of RFC 7644 that the service supports. */
export function serviceProviderConfig(baseUrl: string) {
  return {
    schemas: [`${core}:ServiceProviderConfig`],
    documentationUri: `${new URL(baseUrl).origin}/docs/scim`,
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: countMax },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: "oauthbearertoken",
        name: "Access token",
        description: "A Weft access token with the preset admin, as Authorization: Bearer.",
        primary: true,
      },
    ],
    meta: { resourceType: "ServiceProviderConfig", location: `${baseUrl}/ServiceProviderConfig` },
  };
}

export function resourceTypes(baseUrl: string): Resource[] {
  const types = [
    { name: "User", endpoint: "/Users", description: "A user of the organization", schema: userSchemaId },
    { name: "Group", endpoint: "/Groups", description: "A role of the organization", schema: groupSchemaId },
  ];
  return types.map((type) => ({
    schemas: [`${core}:ResourceType`],
    id: type.name,
    ...type,
    meta: { resourceType: "ResourceType", location: `${baseUrl}/ResourceTypes/${type.name}` },
  }));
}

export function schemas(baseUrl: string): Resource[] {
  const described = [
    { id: userSchemaId, name: "User", description: "A user of the organization", attributes: userAttributes },
    { id: groupSchemaId, name: "Group", description: "A role of the organization", attributes: groupAttributes },
  ];
  return described.map((schema) => ({
    schemas: [`${core}:Schema`],
    ...schema,
    meta: { resourceType: "Schema", location: `${baseUrl}/Schemas/${schema.id}` },
  }));
}

interface Attribute {
  readonly type?: "string" | "boolean" | "reference" | "complex";
  readonly mutability?: "readWrite" | "readOnly" | "immutable";
  readonly multiValued?: boolean;
  readonly required?: boolean;
  readonly caseExact?: boolean;
  readonly uniqueness?: "none" | "server";
  readonly subAttributes?: readonly object[];
  readonly referenceTypes?: readonly string[];
}

function attribute(name: string, description: string, settings: Attribute = {}): object {
  return {
    name,
    type: "string",
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: "readWrite",
    returned: "default",
    uniqueness: "none",
    ...settings,
  };
}

const readOnly = { mutability: "readOnly" } as const;
const list = { type: "complex", multiValued: true } as const;

const userAttributes = [
  attribute("userName", "The email address of the account", { required: true, uniqueness: "server" }),
  attribute("displayName", "The name of the user"),
  attribute("name", "The name of the user", {
    type: "complex",
    subAttributes: [
      attribute("formatted", "The same as displayName, which takes precedence"),
      attribute("givenName", "The given name"),
      attribute("familyName", "The family name"),
    ],
  }),
  attribute("active", "Whether the user can sign in and use keys", { type: "boolean" }),
  attribute("externalId", "The user's ID at the client", { caseExact: true }),
  attribute("emails", "The email address of the account, which follows userName", {
    ...list,
    ...readOnly,
    subAttributes: [
      attribute("value", "The email address", readOnly),
      attribute("type", "Always work", readOnly),
      attribute("primary", "Always true", { type: "boolean", ...readOnly }),
    ],
  }),
  attribute("groups", "The role of the user", {
    ...list,
    ...readOnly,
    subAttributes: [attribute("value", "The ID of the group", readOnly), attribute("display", "Its name", readOnly)],
  }),
];

const groupAttributes = [
  attribute("displayName", "The name of the group", { required: true, uniqueness: "server" }),
  attribute("externalId", "The group's ID at the client", { caseExact: true }),
  attribute("members", "The users who have the role", {
    ...list,
    subAttributes: [
      attribute("value", "The ID of the user", { mutability: "immutable" }),
      attribute("display", "The email address of the user", readOnly),
      attribute("$ref", "The user", { type: "reference", referenceTypes: ["User"], mutability: "immutable" }),
    ],
  }),
];
