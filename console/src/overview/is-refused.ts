import { ApiError } from "@weft/client";

/** Whether the user may not see a thing, or the service hides it: then its card is not shown. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404);
}
