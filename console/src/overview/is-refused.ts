import { ApiError } from "@weft/client";

/** Whether somebody may not see a thing, or the service does not show it to them: then its card is not there. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404);
}
