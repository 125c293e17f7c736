import { Modal, NumberInput, Stack, TagsInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ApiKey } from "@weft/client";
import { useSession } from "../session/session.ts";
import { FormEnd } from "../ui/form-end.tsx";
import { notifyDone } from "../ui/notify.ts";
import { ExpiryField, endOfDay, findDayError } from "./expiry-field.tsx";
import { findGrantError, type Grant, grantBody, grantOf } from "./grant.ts";
import { GrantField } from "./grant-field.tsx";

interface EditKeyProps {
  readonly apiKey: ApiKey;
  readonly ownerName: string;
  readonly onClose: () => void;
}

interface KeyChange {
  readonly label: string;
  readonly grant: Grant;
  readonly day: string | undefined;
  readonly ratePerSecond: number | string;
  readonly allowedAddresses: string[];
}

/** A user's key has the user's permissions, so only an app's key has permissions to change. */
export function EditKey({ apiKey, ownerName, onClose }: EditKeyProps) {
  const { isAdministrator } = useSession().who;
  const save = useSaveKey(apiKey, onClose);
  const isOfApp = apiKey.appId !== null;
  const form = useForm<KeyChange>({
    initialValues: {
      label: apiKey.label,
      grant: grantOf(apiKey),
      day: apiKey.expiresOn?.slice(0, 10),
      ratePerSecond: apiKey.ratePerSecond ?? "",
      allowedAddresses: apiKey.allowedAddresses,
    },
    validate: {
      label: (value) => (value.trim() === "" ? "Enter a label, for example the environment." : null),
      grant: (value) => (isOfApp ? (findGrantError(value) ?? null) : null),
      day: findDayError,
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Edit key ${apiKey.label} of ${ownerName}`} size="lg">
      <form onSubmit={form.onSubmit((change) => save.mutate(change))} noValidate>
        <Stack>
          <TextInput label="Label" data-autofocus {...form.getInputProps("label")} />
          {isOfApp && (
            <GrantField
              grant={form.values.grant}
              onChange={(grant) => form.setFieldValue("grant", grant)}
              error={typeof form.errors["grant"] === "string" ? form.errors["grant"] : undefined}
            />
          )}
          <ExpiryField
            day={form.values.day}
            onChange={(day) => form.setFieldValue("day", day)}
            error={form.errors["day"]}
          />
          <TagsInput
            label="Allowed addresses"
            description="Such as 203.0.113.7 or 203.0.113.0/24. Default: any address."
            splitChars={[",", " "]}
            clearable
            {...form.getInputProps("allowedAddresses")}
          />
          {isAdministrator && (
            <NumberInput
              label="Rate limit (requests per second)"
              description="Default: set by the operator."
              min={0.1}
              {...form.getInputProps("ratePerSecond")}
            />
          )}
          <FormEnd saving={save} submitLabel="Save" onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

function useSaveKey(apiKey: ApiKey, onClose: () => void) {
  const { who, weft } = useSession();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ label, grant, day, ratePerSecond, allowedAddresses }: KeyChange) => {
      const body = {
        label: label.trim(),
        allowedAddresses,
        ...(apiKey.appId === null ? {} : grantBody(grant)),
        // The same day keeps the exact time.
        ...(day === apiKey.expiresOn?.slice(0, 10) ? {} : { expiresOn: day === undefined ? null : endOfDay(day) }),
        ...(who.isAdministrator ? { ratePerSecond: typeof ratePerSecond === "number" ? ratePerSecond : null } : {}),
      };
      return weft.call("update-api-key", { params: { id: apiKey.id }, body }, { ifMatch: apiKey.version });
    },
    onSuccess: () => {
      notifyDone("Key saved.");
      void queryClient.invalidateQueries({ queryKey: ["keys"] });
      onClose();
    },
  });
}
