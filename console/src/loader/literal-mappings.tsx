import { Alert, Code, List, Text } from "@mantine/core";
import type { LoaderProcess } from "@weft/client";
import { pluralize } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";

type Literals = NonNullable<LoaderProcess["literalMappings"]>;

/** The texts that every row gets because no column has that name. A misspelled column is one of them. */
export function LiteralMappings({ load: { literalMappings = [] } }: { readonly load: LoaderProcess }) {
  if (literalMappings.length === 0) return null;
  const { color, icon } = looks[urgencyOf(literalMappings)];
  return (
    <Alert
      color={color}
      variant="outline"
      icon={<Icon name={icon} />}
      title={`${pluralize(literalMappings.length, "mapping")} without a column`}
    >
      <Text size="sm">Every row gets the same text, because the file has no such column.</Text>
      <List size="sm">
        {literalMappings.map(({ target, text, isKey, closestColumn }) => (
          <List.Item key={target}>
            <Text span size="sm" fw={isKey ? 700 : 400}>
              {target}
            </Text>{" "}
            is <Code>{text === "" ? "(empty)" : text}</Code> in every row.
            {closestColumn !== undefined && (
              <>
                {" "}
                Did you mean the column <Code>{closestColumn}</Code>?
              </>
            )}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

const looks = {
  key: { color: "red", icon: "warning" },
  near: { color: "yellow", icon: "warning" },
  meant: { color: "weft", icon: "info" },
} as const;

/** The same id or name in all rows is almost never meant. */
function urgencyOf(literals: Literals): keyof typeof looks {
  if (literals.some(({ isKey }) => isKey)) return "key";
  return literals.some(({ closestColumn }) => closestColumn !== undefined) ? "near" : "meant";
}
