import { Modal, NumberInput, TagsInput, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import type { ApiKey } from "@weft/client";
import { useState } from "react";
import { queryKeys } from "../query-keys.ts";
import { useSession, useWeft } from "../session/session.ts";
import { ActionItem, ActionMenu } from "../ui/action-menu.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { RotateForm } from "../ui/rotate-form.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useSave } from "../ui/use-save.ts";
import { ExpiryField, endOfDay, findDayError } from "./expiry-field.tsx";
import { findGrantError, type Grant, grantBody, grantOf } from "./grant.ts";
import { keyStatus } from "./key-status.ts";
import { GrantField } from "./rights-editor.tsx";
import type { NewSecret } from "./shown-once.tsx";

interface KeyActionsProps {
  readonly apiKey: ApiKey;
  readonly ownerName: string;
  readonly onMade: (made: NewSecret) => void;
}

type Act = "edit" | "rotate" | "revoke";

/** The actions of a key. An expired or revoked one has none. */
export function KeyActions({ apiKey, ownerName, onMade }: KeyActionsProps) {
  const [act, setAct] = useState<Act>();
  const close = () => setAct(undefined);
  const status = keyStatus(apiKey, Date.now());
  if (status === "revoked" || status === "expired") return null;
  const shared = { apiKey, ownerName, onClose: close };
  return (
    <>
      <ActionMenu label={`Actions for key ${apiKey.label} of ${ownerName}`}>
        <ActionItem icon="edit" onClick={() => setAct("edit")}>
          Edit
        </ActionItem>
        <ActionItem icon="refresh" onClick={() => setAct("rotate")}>
          Rotate
        </ActionItem>
        <ActionItem icon="trash" onClick={() => setAct("revoke")}>
          Revoke
        </ActionItem>
      </ActionMenu>
      {act === "edit" && <EditKey {...shared} />}
      {act === "revoke" && <RevokeKey {...shared} />}
      {act === "rotate" && (
        <RotateKey
          {...shared}
          onMade={(made) => {
            close();
            onMade(made);
          }}
        />
      )}
    </>
  );
}

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
function EditKey({ apiKey, ownerName, onClose }: EditKeyProps) {
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
    <FormDialog
      title={`Edit key ${apiKey.label} of ${ownerName}`}
      form={form}
      saving={save}
      submitLabel="Save"
      onClose={onClose}
      size="lg"
    >
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
    </FormDialog>
  );
}

function useSaveKey(apiKey: ApiKey, onClose: () => void) {
  const { who, weft } = useSession();
  return useSave({
    save: ({ label, grant, day, ratePerSecond, allowedAddresses }: KeyChange) => {
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
    message: () => "Key saved.",
    stale: [queryKeys.keys.all()],
    onSaved: onClose,
  });
}

interface KeyActProps {
  readonly apiKey: ApiKey;
  readonly ownerName: string;
  readonly onClose: () => void;
}

function RevokeKey({ apiKey, ownerName, onClose }: KeyActProps) {
  const weft = useWeft();
  const name = `${apiKey.label} of ${ownerName}`;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Revoke key ${name}`}
      confirmLabel="Revoke key"
      act={() => weft.call("revoke-api-key", { params: { id: apiKey.id } })}
      message={`Key ${name} revoked.`}
      stale={[queryKeys.keys.all()]}
    >
      <Text size="sm">
        Requests with <span className="mono">{apiKey.secretHint}</span> are rejected within a second. This cannot be
        undone.
      </Text>
      <Text size="sm">
        {apiKey.lastUsedOn === null ? (
          "It was never used."
        ) : (
          <>
            Last used <TimeAgo time={apiKey.lastUsedOn} />.
          </>
        )}
      </Text>
    </ConfirmDialog>
  );
}

interface RotateKeyProps {
  readonly apiKey: ApiKey;
  readonly ownerName: string;
  readonly onClose: () => void;
  readonly onMade: (made: NewSecret) => void;
}

function RotateKey({ apiKey, ownerName, onClose, onMade }: RotateKeyProps) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  return (
    <Modal opened onClose={onClose} title={`Rotate key ${apiKey.label} of ${ownerName}`} centered>
      <RotateForm
        noun="key"
        daysMax={30}
        rotate={(overlapSeconds) =>
          weft.call("rotate-api-key", { params: { id: apiKey.id }, body: { overlapSeconds } })
        }
        onMade={(successor) => {
          onMade({ kind: "key", title: `New key ${successor.label} of ${ownerName}`, secret: successor.apiKey });
          void queryClient.invalidateQueries({ queryKey: queryKeys.keys.all() });
        }}
        onCancel={onClose}
      >
        A new key with the same permissions is created. The old one, <span className="mono">{apiKey.secretHint}</span>,
        stays valid for the selected time, so that you can deploy the new one first. Then it expires.
      </RotateForm>
    </Modal>
  );
}
