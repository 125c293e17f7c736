import { notifications } from "@mantine/notifications";
import { describeFault } from "./describe-fault.ts";

export function notifyDone(message: string): void {
  notifications.show({ message, color: "teal" });
}

/** Stays until it is closed: a fault that has vanished cannot be read. */
export function notifyFault(error: unknown): void {
  const { title, detail, fields } = describeFault(error);
  const places = fields.map(({ pointer, message }) => `${pointer}: ${message}`);
  notifications.show({ title, message: [detail, ...places].join(" "), color: "red", autoClose: false });
}
