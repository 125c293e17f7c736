import { Button, Group, Paper, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { EntityType } from "@weft/client";
import { lazy, type ReactNode, Suspense } from "react";
import { Icon } from "../ui/icon.tsx";
import { propertyChoices } from "./look-draft.ts";

const EditLook = lazy(async () => ({ default: (await import("./edit-look.tsx")).EditLook }));

interface TypeLookProps {
  readonly type: EntityType;
  readonly isEditable: boolean;
}

/** How lists and pages show entities of the type, with what it inherits. */
export function TypeLook({ type, isEditable }: TypeLookProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Facts type={type} />
        {isEditable && (
          <Button variant="default" leftSection={<Icon name="edit" size={16} />} onClick={open}>
            Edit look
          </Button>
        )}
      </Group>
      {isOpen && (
        <Suspense>
          <EditLook type={type} onClose={close} />
        </Suspense>
      )}
    </Paper>
  );
}

function Facts({ type }: { readonly type: EntityType }) {
  const { icon, pluralLabel, pictureProperty, pictureRatio, keyFacts = [], sections = [] } = type.effectivePresentation;
  const labels = new Map(propertyChoices(type).map(({ slug, label }) => [slug, label]));
  const nameOf = (slug: string) => labels.get(slug) ?? slug;
  return (
    <Group gap="xl" align="flex-start">
      <Fact title="Plural">
        <Group gap={6}>
          {icon !== undefined && <Icon name={icon} />}
          {pluralLabel ?? type.label}
        </Group>
      </Fact>
      <Fact title="Picture">
        {pictureProperty === undefined ? "The first one" : nameOf(pictureProperty)}
        {pictureRatio === undefined ? "" : `, ${pictureRatio}`}
      </Fact>
      <Fact title="Key facts">{keyFacts.length === 0 ? "None" : keyFacts.map(nameOf).join(" · ")}</Fact>
      <Fact title="Sections">{sections.length === 0 ? "None" : sections.map(({ title }) => title).join(" · ")}</Fact>
    </Group>
  );
}

function Fact({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      <Text size="sm" component="div">
        {children}
      </Text>
    </div>
  );
}
