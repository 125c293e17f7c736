import { type SignedMessage, signMessage } from "./sign-message.ts";

/** How a receiver authenticates our messages. With none it relies on our addresses. */
export type OutboundAuth =
  | { readonly type: "header"; readonly name: string; readonly value: string }
  /** The newest secret first; two during a rotation. */
  | { readonly type: "hmac"; readonly secrets: readonly string[] }
  | { readonly type: "none" };

/** The headers of one attempt. They must follow the user's own headers, so that those cannot replace them. */
export function authHeaders(auth: OutboundAuth, message: SignedMessage): Record<string, string> {
  switch (auth.type) {
    case "header":
      return { [auth.name]: auth.value };
    case "hmac":
      return signMessage({ ...message, secrets: auth.secrets });
    case "none":
      return {};
  }
}
