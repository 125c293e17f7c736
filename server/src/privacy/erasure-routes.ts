import { userOperations } from "@weft/contract";
import { actOfCaller } from "../access/audit/audit-log.ts";
import type { Caller } from "../access/caller.ts";
import { requireGrantsOfRole } from "../access/grants.ts";
import type { UserCreate, UserUpdate } from "../access/users/user-kind.ts";
import { requireVersion } from "../entities/model/write-request.ts";
import type { EntityKind } from "../kinds/entity-kind.ts";
import { requireRightToChange } from "../kinds/kind-checks.ts";
import { kindCallOf, kindRoutesWithoutDelete } from "../kinds/kind-routes.ts";
import { type KindServices, removeKind } from "../kinds/kind-verbs.ts";
import { invalidField } from "../platform/errors.ts";
import { type Route, routesFor } from "../platform/http/route.ts";
import { eraseUser } from "./erase-user.ts";

const route = routesFor<Caller>();

/** The operations on users. Deleting one can erase the personal data that all other folders store. */
export function userRoutes(services: KindServices, kind: EntityKind<UserCreate, UserUpdate>): Route[] {
  return [
    ...kindRoutesWithoutDelete(services, kind, userOperations),
    route(userOperations.remove, async ({ caller, params: { id }, query, request }) => {
      const call = kindCallOf(caller, request, query);
      if (query.erase !== true) {
        await removeKind(services, kind, call, id);
        return { status: 204 };
      }
      if (call.isDryRun) {
        throw invalidField("dryRun", "An erasure has no dry run. Omit dryRun or erase.");
      }
      requireRightToChange(kind, caller, "delete", id);
      const { rows, erasedOn, pseudonym } = await eraseUser(services, {
        orgId: caller.org.id,
        userId: id,
        act: actOfCaller(caller, request),
        async requireErasable(tx, user) {
          await requireGrantsOfRole(tx, caller, user.role, `Erasing the user ${user.email}`);
          requireVersion(user, call.expectedVersion);
        },
      });
      return { status: 200, body: { id, pseudonym, erasedOn: erasedOn.toISOString(), rows } };
    }),
  ];
}
