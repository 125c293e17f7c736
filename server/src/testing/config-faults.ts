import { ConfigError } from "../config.ts";

/** The faults for which a configuration is refused; none when it is taken. */
export function configFaults(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) {
      return error.faults;
    }
    throw error;
  }
}
