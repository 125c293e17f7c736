import { Anchor, Code, Group, Stack, Text } from "@mantine/core";
import { ShortId } from "../../ui/copy-text.tsx";
import { OptionPill } from "../../ui/option-pill.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import { type EntityProperty, isReference } from "../entity-property.ts";
import { Picture } from "../pictures/picture.tsx";
import { EntityLink } from "../references/entity-link.tsx";
import { isTexts, isWebAddress, showValue, type ValueLabels } from "../show-value.ts";
import { idsIn } from "../use-referred.ts";

interface PropertyValueProps {
  readonly property: EntityProperty;
  readonly value: unknown;
  readonly meanings: ValueLabels;
}

/** A read-only value by data type: names instead of ids, with links where possible. */
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
    case "choice":
    case "multi_select":
      return <Options property={property} value={value} meanings={meanings} />;
    case "url":
      return !isWebAddress(text) ? (
        <Plain property={property} text={text} />
      ) : (
        <Anchor href={text} size="sm" target="_blank" rel="noreferrer" style={{ overflowWrap: "anywhere" }}>
          {text}
        </Anchor>
      );
    case "image":
    case "image_list":
      return (
        <Group gap={8}>
          {idsIn(value).map((fileId) => (
            <Picture key={fileId} fileId={fileId} label={property.label} width={128} height={160} />
          ))}
        </Group>
      );
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

function Options({ property: { optionSetId = "" }, value, meanings }: PropertyValueProps) {
  const options = meanings.options.get(optionSetId) ?? [];
  return (
    <Group gap={4}>
      {idsIn(value).map((one) => {
        const place = options.findIndex((option) => option.value === one);
        const option = options[place];
        return <OptionPill key={one} label={option?.display ?? one} place={place} color={option?.color} />;
      })}
    </Group>
  );
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

function References({ value, meanings }: { readonly value: unknown; readonly meanings: ValueLabels }) {
  return (
    <Stack gap={4}>
      {idsIn(value).map((id) => {
        const referred = meanings.referred.get(id);
        return referred === undefined ? <ShortId key={id} id={id} /> : <EntityLink key={id} to={referred} />;
      })}
    </Stack>
  );
}
