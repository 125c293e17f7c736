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
  /** Nobody becomes an owner by signing on, and only owners make owners. */
  readonly withOwner?: boolean;
}

/** The roles that every organization has, and its own. */
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
          group: "Of every organization",
          items: fixed.map(({ name, words }) => ({ value: name, label: `${name}: ${words}` })),
        },
        ...(own.length === 0
          ? []
          : [{ group: "Your own", items: own.map(({ name }) => ({ value: name, label: name })) }]),
      ]}
      searchable
      limit={optionsMax}
      clearable={isClearable}
      allowDeselect={isClearable}
    />
  );
}
