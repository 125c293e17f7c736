import { Button, Modal, Paper, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { EntityType } from "@weft/client";
import { useRef } from "react";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import { Icon } from "../../ui/icon.tsx";
import type { AnyEntity } from "../any-entity.ts";
import { ColorwayFields, type ColorwayPicks, useColorwayPicks } from "../colorways/colorway-fields.tsx";
import { type ColorwayModel, colorwayModelOf } from "../colorways/colorway-model.ts";
import { optionDraftsOf } from "../colorways/use-option-creation.ts";
import { type EntityKind, wordOf } from "../entity-kind.ts";
import { type EntityProperty, placeOf } from "../entity-property.ts";
import { presentationAt } from "../entity-queries.ts";
import type { TypeBranch } from "../type-tree.ts";
import { newChangeSetId } from "../undo-change.tsx";
import type { FieldValues } from "./draft.ts";
import { EntityForm } from "./entity-form.tsx";
import { groupFields } from "./form-fields.ts";
import { unusedLabels, valuesFor } from "./held-values.ts";
import classes from "./new-entity-form.module.css";
import { NewStyleResult, useNewStyle } from "./new-style-result.tsx";
import { TypeChooser } from "./type-chooser.tsx";
import { fieldsOf, type HeldForm } from "./use-held-values.tsx";

interface NewEntityFormProps {
  readonly kind: EntityKind;
  readonly types: readonly EntityType[];
  /** The types to change to. */
  readonly branches: readonly TypeBranch[];
  readonly typePath: string;
  readonly source: AnyEntity | undefined;
  readonly form: HeldForm;
  readonly onTypeChange: (typePath: string) => void;
}

/** The values of a new entity of a type, in the sections of the type; with a style, its colorways. */
export function NewEntityForm(props: NewEntityFormProps) {
  const { kind, types, typePath, source, form } = props;
  const navigate = useNavigate();
  const fields = fieldsOf(kind, types, typePath, source);
  const values = valuesFor(fields, form.held);
  const place = placeOf({ entityType: kind.name, itemFamilyId: values["itemFamilyId"] });
  const { picks, model, save, style, onSaved } = useSaving(props, fields, values, place === "family");
  if (style.isCreated) {
    return (
      <>
        {form.question}
        <NewStyleResult style={style} />
      </>
    );
  }
  const title = labelAt(types, typePath);
  return (
    <>
      {form.question}
      <EntityForm
        fields={fields}
        groups={groupFields(fields, { kind, place, title, presentation: presentationAt(types, typePath) })}
        values={values}
        saveLabel={`Create ${wordOf(kind)}`}
        head={<TypeLine {...props} title={title} unused={unusedLabels(fields, form.held)} />}
        save={save}
        onChange={form.change}
        onSaved={onSaved}
        onCancel={() => void navigate({ to: "/entities/$kind", params: { kind: kind.path } })}
      >
        {place === "family" && (
          <Paper withBorder p="md" component="section" aria-label="Colorways">
            <Title order={2} size="h4">
              Colorways
            </Title>
            <Text size="sm" c="dimmed" mb="sm">
              Options of this style, created with it. More can be added later.
            </Text>
            <ColorwayFields model={model} picks={picks} onChange={form.setColorways} />
          </Paper>
        )}
      </EntityForm>
    </>
  );
}

function useSaving(
  { kind, typePath, form }: NewEntityFormProps,
  fields: readonly EntityProperty[],
  values: FieldValues,
  isStyle: boolean,
) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const changeSetId = useRef("");
  const model = colorwayModelOf(fields);
  const templateId = values[model.template?.slug ?? ""];
  const picks = useColorwayPicks(form.colorways, model, {
    templateId: typeof templateId === "string" ? templateId : undefined,
    sizes: [],
  });
  const style = useNewStyle(kind, form);
  const wanted = isStyle ? picks.wanted : [];
  return {
    ...{ picks, model, style },
    save: (body: Readonly<Record<string, unknown>>) => {
      changeSetId.current = newChangeSetId();
      const object = { ...(wanted.length === 0 ? {} : templateOf(model, picks)), ...body, typePath };
      return weft.entities.create<AnyEntity>({ entityName: kind.name, object, changeSetId: changeSetId.current });
    },
    onSaved: (created: AnyEntity) => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.entities.ofKind(kind.path) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.types.all() });
      const input = { style: created, model, optionGroup: "color", templateId: picks.templateId };
      style.begin({ style: created, model, changeSetId: changeSetId.current, options: optionDraftsOf(wanted, input) });
    },
  };
}

/** The style has the size range of its colorways, unless only options store it. */
function templateOf({ template }: ColorwayModel, { templateId }: ColorwayPicks): Readonly<Record<string, unknown>> {
  return template === undefined || template.level === "option" || templateId === undefined
    ? {}
    : { [template.slug]: templateId };
}

/** A type that is not defined yet is named by its last segment. */
function labelAt(types: readonly EntityType[], typePath: string): string {
  return types.find((type) => type.typePath === typePath)?.label ?? typePath.split(":").at(-1) ?? typePath;
}

interface TypeLineProps extends NewEntityFormProps {
  readonly title: string;
  /** The labels of what was typed and this type does not have. */
  readonly unused: readonly string[];
}

/** The chosen type, and how to change it. */
function TypeLine({ kind, types, branches, typePath, title, unused, onTypeChange }: TypeLineProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const { icon = kind.name === "item" ? "hanger" : "box" } = presentationAt(types, typePath);
  return (
    <div className={classes["type"]}>
      <span className={classes["icon"]}>
        <Icon name={icon} />
      </span>
      <div className={classes["words"]}>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Text size="xs" c="dimmed" className="mono">
          {typePath}
        </Text>
      </div>
      <Button variant="default" onClick={open}>
        Change type
      </Button>
      {unused.length > 0 && (
        <Text size="sm" role="status" className={classes["note"] ?? ""}>
          {title} does not have: {unused.join(", ")}. It is not saved, and comes back with the former type.
        </Text>
      )}
      <Modal opened={isOpen} onClose={close} title="Change type" size="lg">
        <TypeChooser
          kind={kind}
          types={types}
          branches={branches}
          onChoose={(path) => {
            close();
            onTypeChange(path);
          }}
        />
      </Modal>
    </div>
  );
}
