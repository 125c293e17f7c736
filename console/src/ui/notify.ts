import { notifications } from "@mantine/notifications";
import { describeError } from "./describe-error.ts";

export function notifyDone(message: string): void {
  notifications.show({ message, color: "teal" });
}

/** Stays until it is closed, so that the error can be read. */
export function notifyError(error: unknown): void {
  const { title, detail, fields } = describeError(error);
  const places = fields.map(({ pointer, message }) => `${pointer}: ${message}`);
  notifications.show({ title, message: [detail, ...places].join(" "), color: "red", autoClose: false });
}
