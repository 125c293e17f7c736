import { Autocomplete, Modal, NumberInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { App, Weft } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { FormEnd } from "../ui/form-end.tsx";
import { optionsMax } from "../ui/search-box.tsx";
import { appsQuery } from "./access-queries.ts";
import { ExpiryField, endOfDay, findDayError } from "./expiry-field.tsx";
import { findGrantError, type Grant, grantBody } from "./grant.ts";
import { GrantField } from "./rights-editor.tsx";
import type { NewSecret } from "./shown-once.tsx";

interface NewAppKeyProps {
  readonly opened: boolean;
  /** The app of the key, where it is known. */
  readonly appName: string | undefined;
  readonly onClose: () => void;
  readonly onMade: (made: NewSecret) => void;
}

export function NewAppKey({ opened, onClose, ...rest }: NewAppKeyProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="New app key" size="lg">
      {opened && <NewAppKeyForm onClose={onClose} {...rest} />}
    </Modal>
  );
}

interface KeyDraft {
  readonly appName: string;
  readonly label: string;
  readonly grant: Grant;
  readonly day: string | undefined;
  readonly ratePerSecond: number | string;
}

function NewAppKeyForm({ appName, onClose, onMade }: Omit<NewAppKeyProps, "opened">) {
  const weft = useWeft();
  const { data: apps = [] } = useQuery(appsQuery(weft));
  const create = useCreateKey(apps, onMade);
  const form = useForm<KeyDraft>({
    initialValues: {
      appName: appName ?? "",
      label: "production",
      grant: { kind: "preset", preset: "read-only" },
      day: undefined,
      ratePerSecond: "",
    },
    validate: {
      appName: (value) => (value.trim() === "" ? "Select an app, or enter the name of a new one." : null),
      label: (value) => (value.trim() === "" ? "Enter a label, for example the environment." : null),
      grant: (value) => findGrantError(value) ?? null,
      day: findDayError,
    },
  });
  const isNew = form.values.appName.trim() !== "" && apps.every((app) => app.name !== form.values.appName.trim());
  return (
    <form onSubmit={form.onSubmit((draft) => create.mutate(draft))} noValidate>
      <Stack>
        <Autocomplete
          label="App"
          description={
            isNew
              ? "This app does not exist yet. It is created with the key."
              : "The integration that uses the key. Select one, or enter the name of a new one."
          }
          data={apps.map((app) => app.name)}
          limit={optionsMax}
          data-autofocus
          {...form.getInputProps("appName")}
        />
        <TextInput
          label="Label"
          description="Where the key is used: production, test, a laptop."
          {...form.getInputProps("label")}
        />
        <GrantField
          grant={form.values.grant}
          onChange={(grant) => form.setFieldValue("grant", grant)}
          error={typeof form.errors["grant"] === "string" ? form.errors["grant"] : undefined}
        />
        <ExpiryField
          day={form.values.day}
          onChange={(day) => form.setFieldValue("day", day)}
          error={form.errors["day"]}
        />
        <NumberInput
          label="Rate limit (requests per second)"
          description="Default: set by the operator."
          min={0.1}
          {...form.getInputProps("ratePerSecond")}
        />
        <FormEnd saving={create} submitLabel="Create key" onCancel={onClose} />
      </Stack>
    </form>
  );
}

function useCreateKey(apps: readonly App[], onMade: (made: NewSecret) => void) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ appName, label, grant, day, ratePerSecond }: KeyDraft) => {
      const app = await findOrCreateApp(weft, apps, appName.trim());
      const body = {
        appId: app.id,
        label: label.trim(),
        ...grantBody(grant),
        ...(day === undefined ? {} : { expiresOn: endOfDay(day) }),
        ...(typeof ratePerSecond === "number" ? { ratePerSecond } : {}),
      };
      const { apiKey } = await weft.call("create-api-key", { body });
      return { kind: "key", title: `Key ${body.label} of ${app.name}`, secret: apiKey } as const;
    },
    onSuccess: onMade,
    // A created app is kept even if its key is rejected.
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.apps.all() });
      await queryClient.invalidateQueries({ queryKey: queryKeys.keys.all() });
    },
  });
}

async function findOrCreateApp(weft: Weft, apps: readonly App[], name: string): Promise<App> {
  return apps.find((app) => app.name === name) ?? weft.call("create-app", { body: { name } });
}
