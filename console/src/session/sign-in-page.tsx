import { Box, Button, Divider, Group, Paper, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ApiError, Weft } from "@weft/client";
import { ErrorNote } from "../ui/error-note.tsx";
import { Logo } from "../ui/logo.tsx";
import { rememberedOrg, rememberOrg } from "./remembered.ts";
import { baseUrl, sessionKey, sessionQuery } from "./session-query.ts";
import { SingleSignOn } from "./single-sign-on.tsx";

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
      await queryClient.fetchQuery({ ...sessionQuery, queryKey: sessionKey });
      await navigate({ href: next, replace: true });
    },
  });
}
