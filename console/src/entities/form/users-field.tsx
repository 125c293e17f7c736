import { MultiSelect, TagsInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useWeft } from "../../session/session.ts";

interface UsersFieldProps {
  readonly label: string;
  readonly description: string | undefined;
  readonly error: string | undefined;
  readonly withAsterisk: boolean;
  readonly inputWrapperOrder: ("label" | "input" | "description" | "error")[];
  readonly value: string[];
  readonly onChange: (ids: string[]) => void;
}

/** Users by name. A user who may not read them enters their ids. */
export function UsersField(props: UsersFieldProps) {
  const weft = useWeft();
  const { data } = useQuery({
    queryKey: ["users", "of-property"],
    queryFn: ({ signal }) => weft.call("list-users", { query: { limit: 1000 } }, { signal }),
    staleTime: 60_000,
  });
  if (data === undefined) return <TagsInput {...props} clearable />;
  const users = data.results.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }));
  const unknown = props.value.filter((id) => !users.some(({ value }) => value === id));
  const known = [...users, ...unknown.map((id) => ({ value: id, label: `…${id.slice(-8)}` }))];
  return <MultiSelect {...props} data={known} searchable clearable />;
}
