import { Anchor, Code, Group, Image, Stack, Text } from "@mantine/core";
import { ShortId } from "../../ui/short-id.tsx";
import { EntityLink } from "../entity-link.tsx";
import { type EntityProperty, isReference } from "../entity-property.ts";
import { isTexts, type Meanings, showValue } from "../show-value.ts";
import { Swatch } from "../swatch.tsx";
import { idsIn } from "../use-referred.ts";

interface PropertyValueProps {
  readonly property: EntityProperty;
  readonly value: unknown;
  readonly meanings: Meanings;
}

/** A value to be read, by its kind: names instead of ids, links where there is somewhere to go. */
export function PropertyValue({ property, value, meanings }: PropertyValueProps) {
  if (value === undefined || value === null || value === "") {
    return (
      <Text size="sm" c="dimmed" span>
        empty
      </Text>
    );
  }
  if (isReference(property)) return <References value={value} meanings={meanings} />;
  const text = showValue(property, value, meanings);
  switch (property.propertyType) {
    case "url":
      return (
        <Anchor href={text} size="sm" target="_blank" rel="noreferrer" style={{ overflowWrap: "anywhere" }}>
          {text}
        </Anchor>
      );
    case "image":
      return <Picture fileId={text} label={property.label} />;
    case "json":
      return isTexts(value) ? (
        <Plain property={property} text={text} />
      ) : (
        <Code block tabIndex={0} role="region" aria-label={property.label} mah={200} style={{ overflow: "auto" }}>
          {JSON.stringify(value, null, 2)}
        </Code>
      );
    case "user_list":
      return (
        <Group gap="xs">
          {idsIn(value).map((id) => (
            <ShortId key={id} id={id} />
          ))}
        </Group>
      );
    default:
      return <Plain property={property} text={text} />;
  }
}

function Plain({ property, text }: { readonly property: EntityProperty; readonly text: string }) {
  const isHex = property.isBuiltIn && property.slug === "hex";
  return (
    <Group gap={6} wrap="nowrap">
      {isHex && <Swatch hex={text} />}
      <Text size="sm" className="numbers" style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
        {text}
      </Text>
    </Group>
  );
}

function References({ value, meanings }: { readonly value: unknown; readonly meanings: Meanings }) {
  return (
    <Stack gap={4}>
      {idsIn(value).map((id) => {
        const referred = meanings.referred.get(id);
        return (
          <Group key={id} gap={8}>
            {referred !== undefined && <EntityLink to={referred} />}
            <ShortId id={id} />
          </Group>
        );
      })}
    </Stack>
  );
}

/** The service gives a file only to whoever may read it; the browser's cookie says who that is. */
function Picture({ fileId, label }: { readonly fileId: string; readonly label: string }) {
  return (
    <Group gap={8}>
      <Image src={`/api/files/${encodeURIComponent(fileId)}/content`} alt={label} mah={160} w="auto" radius="sm" />
      <ShortId id={fileId} />
    </Group>
  );
}
