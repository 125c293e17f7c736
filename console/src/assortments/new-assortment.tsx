import { Modal, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Workspace } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { FormEnd } from "../ui/form-end.tsx";
import { allWorkspacesQuery } from "./project-queries.ts";
import { readRelated } from "./read-related.ts";

interface NewAssortmentProps {
  /** The project of the workspaces; undefined for all. */
  readonly projectId?: string | undefined;
  readonly onClose: () => void;
}

interface AssortmentValues {
  readonly name: string;
  readonly identifier: string;
  readonly workspaceId: string | null;
}

export function NewAssortment({ projectId, onClose }: NewAssortmentProps) {
  const { data: workspaces = [] } = useQuery(allWorkspacesQuery(useWeft()));
  const offered = workspaces.filter((workspace) => projectId === undefined || workspace.projectId === projectId);
  const create = useCreateAssortment();
  const form = useForm<AssortmentValues>({
    initialValues: { name: "", identifier: "", workspaceId: null },
    validate: {
      name: (value) => (value.trim() === "" ? "Enter a name." : null),
      workspaceId: (value) => (value === null ? "Select a workspace." : null),
    },
  });
  return (
    <Modal opened onClose={onClose} title="New assortment" centered>
      <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
        <Stack>
          <TextInput label="Name" placeholder="Core range" data-autofocus {...form.getInputProps("name")} />
          <Select
            label="Workspace"
            description="Determines the project."
            data={offered.map((workspace) => ({ value: workspace.id, label: labelOf(workspace) }))}
            searchable
            {...form.getInputProps("workspaceId")}
          />
          <TextInput
            label="Identifier"
            description="Used by loader configurations. Default: generated from the name."
            {...form.getInputProps("identifier")}
          />
          <FormEnd saving={create} submitLabel="Create assortment" onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

function useCreateAssortment() {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ name, identifier, workspaceId }: AssortmentValues) => {
      const given = identifier.trim() === "" ? {} : { identifier: identifier.trim() };
      return weft.entities.create({ entityName: "assortment", object: { name: name.trim(), workspaceId, ...given } });
    },
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: ["entities"] });
      await navigate({ to: "/assortments/$id", params: { id } });
    },
  });
}

function labelOf(workspace: Workspace): string {
  const name = workspace.name ?? workspace.identifier ?? workspace.id;
  const project = readRelated(workspace["project"])?.name;
  return project === undefined || project === name ? name : `${project} › ${name}`;
}
