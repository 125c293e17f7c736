import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSession } from "../session/session.ts";
import { optionsMax } from "../ui/options-max.ts";
import { rolesQuery } from "./access-queries.ts";
import { builtInRoles } from "./built-in-roles.ts";

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
