import { Box, Button, Divider, Group, Paper, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ApiError, Weft } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { Logo } from "../ui/logo.tsx";
import { rememberDestination, rememberedOrg, rememberOrg } from "./remembered.ts";
import { baseUrl, sessionQuery } from "./session-query.ts";

interface Credentials {
  readonly orgSlug: string;
  readonly email: string;
  readonly password: string;
}

export function SignInPage() {
  const { next = "/", org } = useSearch({ from: "/sign-in" });
  const form = useForm<Credentials>({
    initialValues: { orgSlug: org ?? rememberedOrg() ?? "", email: "", password: "" },
    validate: {
      orgSlug: (value) => (value.trim() === "" ? "Enter the short name of your organization, such as demo." : null),
      email: (value) => (value.trim() === "" ? "Enter your email address." : null),
      password: (value) => (value === "" ? "Enter your password." : null),
    },
  });
  const signIn = useSignIn(next);
  const orgSlug = form.values.orgSlug.trim();
  // The service says so after a password is sent, and only for this organization.
  const isSsoOnly =
    signIn.error instanceof ApiError &&
    signIn.error.code === "sso-required" &&
    signIn.variables?.orgSlug.trim() === orgSlug;
  return (
    <Box component="main" mih="100vh" p="md" style={{ display: "grid", placeItems: "center" }}>
      <Paper withBorder shadow="sm" p="xl" w="100%" maw={420}>
        <Stack gap="lg">
          <Group gap="sm">
            <Logo size={36} />
            <div>
              <Title order={1}>Sign in to Weft</Title>
              <Text size="sm" c="dimmed">
                The first start of the service printed an owner and a password.
              </Text>
            </div>
          </Group>
          <form onSubmit={form.onSubmit((values) => signIn.mutate(values))} noValidate>
            <Stack gap="md">
              <TextInput
                label="Organization"
                placeholder="demo"
                autoComplete="organization"
                data-autofocus
                {...form.getInputProps("orgSlug")}
              />
              {!isSsoOnly && (
                <>
                  <TextInput label="Email" type="email" autoComplete="username" {...form.getInputProps("email")} />
                  <PasswordInput label="Password" autoComplete="current-password" {...form.getInputProps("password")} />
                </>
              )}
              {signIn.error !== null && <ErrorNote error={signIn.error} />}
              {!isSsoOnly && (
                <Button type="submit" loading={signIn.isPending} fullWidth>
                  Sign in
                </Button>
              )}
            </Stack>
          </form>
          {!isSsoOnly && <Divider label="or" />}
          <SingleSignOn key={orgSlug} orgSlug={orgSlug} next={next} />
        </Stack>
      </Paper>
    </Box>
  );
}

function useSignIn(next: string) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ orgSlug, email, password }: Credentials) => {
      const body = { orgSlug: orgSlug.trim(), email: email.trim(), password, grant: "session" } as const;
      return new Weft({ baseUrl }).call("login", { body }, { retries: 0 });
    },
    onSuccess: async (_answer, { orgSlug }) => {
      rememberOrg(orgSlug.trim());
      // Nothing of the previous user may be shown to the next one.
      queryClient.clear();
      await queryClient.fetchQuery({ ...sessionQuery, queryKey: queryKeys.session.all() });
      await navigate({ href: next, replace: true });
    },
  });
}

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
