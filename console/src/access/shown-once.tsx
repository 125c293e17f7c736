import { useSession } from "../session/session.ts";
import { CopyField, CopyText } from "../ui/copy-text.tsx";
import { SecretDialog } from "../ui/secret-dialog.tsx";

/** A secret that the service has just created and stores only as a hash. */
export interface NewSecret {
  readonly kind: "key" | "token";
  readonly title: string;
  readonly secret: string;
}

interface ShownOnceProps {
  readonly made: NewSecret | undefined;
  readonly onClose: () => void;
}

export function ShownOnce({ made, onClose }: ShownOnceProps) {
  const { who, weft } = useSession();
  return (
    <SecretDialog
      opened={made !== undefined}
      onClose={onClose}
      title={made?.title}
      icon="warning"
      warning="Shown only once"
      advice="Copy it now and store it in a secret store. If you lose it, create another one and revoke this one."
      closeLabel="I have copied it"
    >
      {made !== undefined && (
        <>
          <CopyField label={made.kind === "key" ? "Key" : "Access token"} value={made.secret} />
          {made.kind === "key" && <CopyField label="Organization" value={who.org.slug} />}
          <CopyText label="Try it" text={curlLine(made, weft.baseUrl, who.org.slug)} />
          <CopyText
            label="Or sign in with the command line, which asks for it"
            text={loginLine(made, weft.baseUrl, who.org.slug)}
          />
        </>
      )}
    </SecretDialog>
  );
}

function curlLine({ kind, secret }: NewSecret, baseUrl: string, orgSlug: string): string {
  const headers =
    kind === "key"
      ? `-H 'X-Api-Key: ${secret}' \\\n  -H 'X-Api-Org: ${orgSlug}'`
      : `-H 'Authorization: bearer ${secret}'`;
  return `curl ${headers} \\\n  ${baseUrl}/whoami`;
}

function loginLine({ kind }: NewSecret, baseUrl: string, orgSlug: string): string {
  return kind === "key"
    ? `npx @weft/cli login --api-key --org ${orgSlug} --base-url ${baseUrl}`
    : `npx @weft/cli login --access-token --base-url ${baseUrl}`;
}
