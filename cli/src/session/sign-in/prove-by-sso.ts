import type { Context } from "../../frame/context.ts";
import { openDoor } from "../open-session.ts";
import { canOpenBrowser } from "./open-browser.ts";
import { type Place, requireOrg } from "./place.ts";
import type { SignInResult } from "./proven.ts";
import { signOnByDevice } from "./sign-on-by-device.ts";
import { signOnByLoopback } from "./sign-on-by-loopback.ts";

/** In a browser on this machine, or on another device if there is none. */
export async function proveBySso(context: Context, place: Place, isBrowserWanted: boolean): Promise<SignInResult> {
  const orgSlug = await requireOrg(context, place);
  const weft = openDoor(place.baseUrl);
  const signOn = isBrowserWanted && canOpenBrowser(context.terminal) ? signOnByLoopback : signOnByDevice;
  const accessToken = await signOn(context, weft, orgSlug);
  return { place, way: "sso", credentials: { accessToken } };
}
