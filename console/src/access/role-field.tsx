import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Right } from "@weft/client";
import type { ReactNode } from "react";
import { useSession } from "../session/session.ts";
import { optionsMax } from "../ui/search-box.tsx";
import { rolesQuery } from "./access-queries.ts";

interface RoleFieldProps {
  readonly label: string;
  readonly description?: ReactNode;
  readonly value: string | null;
  readonly onChange: (role: string | null) => void;
  readonly isClearable?: boolean;
  readonly placeholder?: string;
  /** Single sign-on never creates owners, and only owners create owners. */
  readonly withOwner?: boolean;
}

/** The built-in roles, and those of the organization. */
export function RoleField({ isClearable = false, withOwner = true, ...props }: RoleFieldProps) {
  const { who, weft } = useSession();
  const { data: own = [] } = useQuery(rolesQuery(weft));
  const mayMakeOwners = withOwner && who.role === "owner";
  const fixed = builtInRoles.filter(({ name }) => name !== "owner" || mayMakeOwners || props.value === "owner");
  return (
    <Select
      {...props}
      data={[
        {
          group: "Built-in",
          items: fixed.map(({ name, words }) => ({ value: name, label: `${name}: ${words}` })),
        },
        ...(own.length === 0
          ? []
          : [{ group: "Custom", items: own.map(({ name }) => ({ value: name, label: name })) }]),
      ]}
      searchable
      limit={optionsMax}
      clearable={isClearable}
      allowDeselect={isClearable}
    />
  );
}

interface BuiltInRole {
  readonly name: string;
  readonly words: string;
  readonly rights: readonly Right[];
}

const everything: Right = { verbs: ["read", "create", "update", "delete"], typePath: "*" };

/** The built-in roles. They cannot be changed, and are not in the list of roles. */
export const builtInRoles: readonly BuiltInRole[] = [
  { name: "owner", words: "full access, including creating owners", rights: [everything] },
  { name: "admin", words: "full access, except creating owners", rights: [everything] },
  { name: "editor", words: "reads and changes all product data", rights: [everything] },
  { name: "viewer", words: "reads all product data", rights: [{ verbs: ["read"], typePath: "*" }] },
];
