import { z } from "zod";

/** A member of an object: its path, type and description. */
export interface Member {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

const nodeSchema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
});

type Node = z.output<typeof nodeSchema>;

/** Deeper members are described with their parent. */
const depthMax = 3;

/** All members of a schema, nested ones by their path. */
export function outline(schema: z.ZodType): Member[] {
  const document = z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "inline" });
  const { $defs = {} } = z.looseObject({ $defs: z.record(z.string(), z.unknown()).optional() }).parse(document);
  const read = (value: unknown): Node => {
    const node = nodeSchema.parse(value ?? {});
    const [, name] = /^#\/\$defs\/(.+)$/.exec(node.$ref ?? "") ?? [];
    return name === undefined ? node : { ...nodeSchema.parse($defs[name] ?? {}), ...node };
  };
  return membersOf(read(document), "", read);
}

/** A member in one line. */
export function lineOf({ name, type, isRequired, description }: Member): string {
  return `${name} (${type}${isRequired ? ", required" : ""})${description === "" ? "" : `: ${description}`}`;
}

function membersOf(parent: Node, path: string, read: (value: unknown) => Node): Member[] {
  return Object.entries(parent.properties ?? {}).flatMap(([key, value]) => {
    const node = read(value);
    const name = `${path}${key}`;
    const member = {
      name,
      type: typeOf(node, read),
      isRequired: parent.required?.includes(key) === true,
      description: [node.description, defaultOf(node)].filter(Boolean).join(" "),
    };
    const within = node.items === undefined ? node : read(node.items);
    const place = node.items === undefined ? `${name}.` : `${name}[].`;
    return [member, ...(name.split(".").length >= depthMax ? [] : membersOf(within, place, read))];
  });
}

function typeOf(node: Node, read: (value: unknown) => Node): string {
  if (node.enum !== undefined) {
    return node.enum.map((value) => JSON.stringify(value)).join(" | ");
  }
  if (node.const !== undefined) {
    return JSON.stringify(node.const);
  }
  if (node.anyOf !== undefined) {
    return node.anyOf.map((choice) => typeOf(read(choice), read)).join(" | ");
  }
  return node.items === undefined
    ? [node.type ?? "any"].flat().join(" | ")
    : `list of ${typeOf(read(node.items), read)}`;
}

function defaultOf({ default: value }: Node): string | undefined {
  return value === undefined ? undefined : `Default: ${JSON.stringify(value)}.`;
}
