import { codeBeneath, explainError } from "./explain-error.ts";
import { type CheckResult, fault } from "./finding.ts";

/** By the error codes of PostgreSQL and the operating system. */
export function explainDatabaseFailure(error: unknown, origin: string): CheckResult {
  const reason = explainError(error);
  switch (codeBeneath(error)) {
    case "28P01":
    case "28000":
      return fault(
        `PostgreSQL (${origin}) rejects the user: ${reason}`,
        "Check the user and password in DATABASE_URL.",
      );
    case "3D000":
      return fault(
        `PostgreSQL (${origin}) does not have this database: ${reason}`,
        "Create it, or check the name in DATABASE_URL.",
      );
    case "53300":
      return fault(
        `PostgreSQL (${origin}) has no free connection: ${reason}`,
        "Raise max_connections, or lower DATABASE_POOL.",
      );
    case "57P03":
      return fault(`PostgreSQL (${origin}) is starting or stopping: ${reason}`, "Check again in a few seconds.");
    case "EACCES":
      return fault(`PostgreSQL (${origin}) cannot be reached: ${reason}`, "Run weft doctor as the service's user.");
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return fault(
        `The host of PostgreSQL (${origin}) cannot be found: ${reason}`,
        "Check the host in DATABASE_URL, and this machine's DNS.",
      );
    default:
      return fault(
        `PostgreSQL (${origin}) cannot be used: ${reason}`,
        "Check that PostgreSQL is running; check DATABASE_URL if it is set, otherwise postgres.log in DATA_DIR.",
      );
  }
}
