import { ApiError } from "@weft/client";

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
