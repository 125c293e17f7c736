import { emailSchema, labelSchema } from "@weft/contract";
import {
  type Configuration,
  fetchUserInfo,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from "openid-client";
import { z } from "zod";
import { signOnFailed } from "../../errors.ts";
import { callProvider } from "./provider-failure.ts";
import type { SignOnRow } from "./sign-on-store.ts";

/** The identity that the provider asserts. */
export interface Identity {
  /** The issuer and its id for the user: the only claim that never changes. */
  readonly subject: string;
  readonly email: string | undefined;
  /** Undefined if the provider does not say. */
  readonly isEmailVerified: boolean | undefined;
  readonly name: string | undefined;
}

const subjectSchema = z.string().regex(/^[^\p{Cc}]{1,255}$/u);

// Some providers send booleans as text. An invalid claim counts as missing.
const claimsSchema = z.object({
  email: emailSchema.optional().catch(undefined),
  email_verified: z
    .union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")])
    .optional()
    .catch(undefined),
  name: labelSchema.optional().catch(undefined),
});

type Claims = z.infer<typeof claimsSchema>;

export async function readIdentity(
  configuration: Configuration,
  settings: SignOnRow,
  tokens: TokenEndpointResponse & TokenEndpointResponseHelpers,
): Promise<Identity> {
  const idToken = tokens.claims();
  const sub = subjectSchema.safeParse(idToken?.sub);
  if (idToken === undefined || !sub.success) {
    throw signOnFailed("The identity provider did not identify the user.", sub.error);
  }
  const reported = claimsSchema.parse(idToken);
  const isWhole = reported.email !== undefined && reported.email_verified !== undefined;
  const claims = isWhole
    ? reported
    : await askForClaims(configuration, tokens.access_token, { sub: sub.data, reported });
  return {
    // Uses the configured issuer, whose metadata this is: no other provider can assert its subjects.
    subject: `${new URL(settings.issuer).href}#${sub.data}`,
    email: claims.email,
    isEmailVerified: claims.email_verified,
    name: claims.name,
  };
}

/**
 * Many providers return the address only here. The two sources are never mixed, or one could verify the address of the
 * other.
 */
async function askForClaims(
  configuration: Configuration,
  accessToken: string,
  { sub, reported }: { sub: string; reported: Claims },
): Promise<Claims> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) {
    return reported;
  }
  const asked = claimsSchema.parse(await callProvider(() => fetchUserInfo(configuration, accessToken, sub)));
  return asked.email === undefined ? reported : asked;
}
