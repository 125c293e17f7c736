import { Modal, type ModalProps, Stack } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { ReactNode } from "react";
import { FormEnd } from "./form-end.tsx";

interface FormDialogProps<Values extends object> extends Pick<ModalProps, "centered" | "size"> {
  readonly title: string;
  readonly form: Pick<UseFormReturnType<Values>, "isDirty" | "onSubmit">;
  readonly saving: {
    readonly error: unknown;
    readonly isPending: boolean;
    readonly mutate: (values: Values) => void;
  };
  readonly submitLabel: string;
  readonly onClose: () => void;
  /** Off where a browser would fill in the user's own password. */
  readonly autoComplete?: "off";
  readonly children: ReactNode;
}

/** A form in a dialog. Neither a click outside nor Escape discards what was typed. */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { title, form, saving, submitLabel, onClose, autoComplete, children, ...modal } = props;
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeOnClickOutside={!form.isDirty()}
      closeOnEscape={!form.isDirty()}
      {...modal}
    >
      <form onSubmit={form.onSubmit((values) => saving.mutate(values))} noValidate autoComplete={autoComplete}>
        <Stack>
          {children}
          <FormEnd saving={saving} submitLabel={submitLabel} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
