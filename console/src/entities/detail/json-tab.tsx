import { Button, Code, CopyButton, Group, Stack, Text } from "@mantine/core";
import { useSession } from "../../session/session.ts";
import { JsonView } from "../../ui/json-view.tsx";
import type { AnyEntity } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import { curlLine } from "./curl-line.ts";

interface JsonTabProps {
  readonly kind: EntityKind;
  readonly entity: AnyEntity;
  readonly asOf: string | undefined;
}

/** The entity as the API returns it, and how to read it. */
export function JsonTab({ kind, entity, asOf }: JsonTabProps) {
  const { who, weft } = useSession();
  const line = curlLine({ baseUrl: weft.baseUrl, orgSlug: who.org.slug, path: kind.path, id: entity.id, asOf });
  return (
    <Stack>
      <div>
        <Group justify="space-between" mb={4}>
          <Text size="sm">Read it with one of your keys in place of $KEY:</Text>
          <CopyButton value={line}>
            {({ copied, copy }) => (
              <Button size="compact-xs" variant="default" onClick={copy}>
                {copied ? "Copied" : "Copy command"}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Code block tabIndex={0} role="region" aria-label="Command line" style={{ overflow: "auto" }}>
          {line}
        </Code>
      </div>
      <JsonView value={entity} maxHeight={640} />
    </Stack>
  );
}
