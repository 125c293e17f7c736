import { ConfigError } from "../config/config.ts";

/** The errors for which a configuration is rejected; none if it is accepted. */
export function configErrors(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) {
      return error.errors;
    }
    throw error;
  }
}
