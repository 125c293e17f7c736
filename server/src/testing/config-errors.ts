import { ConfigError } from "../config.ts";

/** The faults for which a configuration is refused; none when it is taken. */
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
