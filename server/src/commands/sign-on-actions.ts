import { lockOrg, saveOrg } from "../access/orgs/org-store.ts";
import { findSignOn, saveSignOn } from "../access/sign-on/sign-on-store.ts";
import { notFound } from "../errors.ts";
import { inAccess } from "./operator-act.ts";
import { requireOrg } from "./require-org.ts";

/** Restores access if an org requires single sign-on and its provider does not work. */
export async function allowPasswords(slug: string): Promise<void> {
  const isChanged = await inAccess(async (tx, openTrail) => {
    const { id } = await requireOrg(tx, slug);
    const trail = await openTrail(id);
    const org = await lockOrg(tx, id);
    if (org === undefined) {
      throw notFound("org", slug);
    }
    const signOn = await findSignOn(tx, id);
    if (signOn?.is_required !== true) {
      return false;
    }
    await saveSignOn(tx, id, { ...signOn, is_required: false });
    // The settings are part of the org's document, so the change must increase its version.
    await saveOrg(tx, org);
    const [before, after] = [{ isRequired: true }, { isRequired: false }];
    await trail.record({ action: "sign-on.update", target: { type: "sign-on", id }, before, after });
    return true;
  });
  console.log(isChanged ? `${slug} accepts passwords again.` : `${slug} already accepts passwords.`);
}
