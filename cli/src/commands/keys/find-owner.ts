import { ApiError, type Weft } from "@weft/client";
import { CliError, usageError } from "../../frame/cli-error.ts";
import { exitCodes } from "../../frame/exit-codes.ts";

/** The owner of a key. */
export type Owner =
  | { readonly type: "app"; readonly id: string; readonly name: string; readonly isNew: boolean }
  | { readonly type: "user"; readonly id: string }
  | { readonly type: "caller" };

interface Named {
  readonly app?: string;
  readonly user?: string;
}

/** The app with this name, created if missing; the user with this email; or the caller. */
export async function findOwner(weft: Weft, { app, user }: Named, signal: AbortSignal): Promise<Owner> {
  if (app !== undefined && user !== undefined)
    throw usageError("--app and --user cannot be combined: a key belongs to one of them.");
  if (app === undefined && user === undefined) return { type: "caller" };
  try {
    return app === undefined ? await findUser(weft, user ?? "", signal) : await findApp(weft, app, signal);
  } catch (error) {
    throw explainRefused(error);
  }
}

/** Without administrator permissions, lists of apps and users are empty. */
function explainRefused(error: unknown): unknown {
  if (!(error instanceof ApiError) || (error.status !== 403 && error.status !== 404)) return error;
  return new CliError("Only administrators can create keys and tokens for apps and other users.", {
    next: "weft whoami shows your permissions; weft keys create creates a key for yourself.",
    exitCode: exitCodes.notAllowed,
    cause: error,
  });
}

async function findApp(weft: Weft, name: string, signal: AbortSignal): Promise<Owner> {
  const found = await lookUpApp(weft, name, signal);
  if (found !== undefined) return { type: "app", id: found, name, isNew: false };
  try {
    const { id } = await weft.call("create-app", { body: { name } }, { signal });
    return { type: "app", id, name, isNew: true };
  } catch (error) {
    // Created by another request in the meantime.
    const theirs = error instanceof ApiError && error.status === 409 ? await lookUpApp(weft, name, signal) : undefined;
    if (theirs === undefined) throw error;
    return { type: "app", id: theirs, name, isNew: false };
  }
}

async function lookUpApp(weft: Weft, name: string, signal: AbortSignal): Promise<string | undefined> {
  const { results } = await weft.call("list-apps", { query: { criteria: { name }, limit: 1 } }, { signal });
  return results[0]?.id;
}

async function findUser(weft: Weft, email: string, signal: AbortSignal): Promise<Owner> {
  const { results } = await weft.call("list-users", { query: { criteria: { email }, limit: 1 } }, { signal });
  const [found] = results;
  if (found !== undefined) return { type: "user", id: found.id };
  throw new CliError(`User ${email} not found.`, { next: "weft users list", exitCode: exitCodes.notFound });
}
