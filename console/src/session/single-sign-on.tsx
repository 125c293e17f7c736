import { Button, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Weft } from "@weft/client";
import { ErrorNote } from "../ui/error-note.tsx";
import { rememberDestination, rememberOrg } from "./remembered.ts";
import { baseUrl } from "./session-query.ts";

interface SingleSignOnProps {
  readonly orgSlug: string;
  /** The page after the sign-in. */
  readonly next: string;
}

/** The identity provider sends the browser back to the front page, which opens the requested page. */
export function SingleSignOn({ orgSlug, next }: SingleSignOnProps) {
  const leave = useMutation({
    mutationFn: () => tryStart(orgSlug),
    onSuccess: () => {
      rememberOrg(orgSlug);
      rememberDestination(next);
      location.assign(`${baseUrl}/sso/${encodeURIComponent(orgSlug)}`);
    },
  });
  if (orgSlug === "") {
    return (
      <Text size="sm" c="dimmed">
        Enter your organization to use its single sign-on.
      </Text>
    );
  }
  return (
    <Stack gap="sm">
      {leave.error !== null && <ErrorNote error={leave.error} />}
      <Button variant="default" fullWidth loading={leave.isPending || leave.isSuccess} onClick={() => leave.mutate()}>
        Use single sign-on for {orgSlug}
      </Button>
    </Stack>
  );
}

/** Checked before leaving: an organization without single sign-on gets its error here and not on a bare page. */
async function tryStart(orgSlug: string): Promise<void> {
  const weft = new Weft({ baseUrl, fetch: fetchUnfollowed });
  await weft.call("start-sso", { params: { orgSlug } }, { retries: 0 });
}

/** The call does not follow the redirect; only its existence matters. */
async function fetchUnfollowed(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, { ...init, redirect: "manual" });
  return answer.type === "opaqueredirect" ? new Response(null, { status: 204 }) : answer;
}
