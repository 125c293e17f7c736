import { Alert, Box, Button, Group, List, Loader, Paper, Radio, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { OAuthRequest } from "@weft/client";
import { type ReactNode, useState } from "react";
import { queryKeys } from "../query-keys.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { Icon } from "../ui/icon.tsx";
import { Logo } from "../ui/logo.tsx";
import { useSession, useWeft } from "./session.ts";
import { SessionGate } from "./session-gate.tsx";

// Applications choose names and hosts without spaces, which may be wider than a window.
const layout = { display: "grid", placeItems: "center", gridTemplateColumns: "minmax(0, 1fr)" } as const;

type Scope = "read" | "write";
type Grant = Scope | "none";

/** Asks the user whether an application may act as them (OAuth). Others sign in first and come back. */
export function ConnectPage() {
  const { request } = useSearch({ from: "/connect" });
  return (
    <Box component="main" mih="100vh" p="md" style={layout}>
      <Paper withBorder shadow="sm" p="xl" w="100%" maw={520} style={{ overflowWrap: "anywhere" }}>
        <SessionGate waiting={<Loader aria-label="Loading" />}>
          {request === undefined ? <Refused /> : <Requested request={request} />}
        </SessionGate>
      </Paper>
    </Box>
  );
}

function Requested({ request }: { readonly request: string }) {
  const weft = useWeft();
  const { data, error } = useQuery({
    queryKey: queryKeys.authorization.of(request),
    queryFn: ({ signal }) => weft.call("get-authorization-request", { query: { request } }, { signal, retries: 0 }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data !== undefined) return <Consent request={request} asked={data} />;
  return error === null ? <Loader aria-label="Loading" /> : <Refused error={error} />;
}

function Refused({ error }: { readonly error?: unknown }) {
  return (
    <Stack gap="lg">
      <Heading>This application cannot be connected</Heading>
      {error === undefined ? (
        <Text size="sm">The link is incomplete. Start again in the application that you want to connect.</Text>
      ) : (
        <ErrorNote error={error} />
      )}
      <Text size="sm">The application got no access. You can close this page.</Text>
    </Stack>
  );
}

function Heading({ children }: { readonly children: ReactNode }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Box style={{ flexShrink: 0 }}>
        <Logo size={36} />
      </Box>
      <Title order={1} miw={0}>
        {children}
      </Title>
    </Group>
  );
}

interface ConsentProps {
  readonly request: string;
  readonly asked: OAuthRequest;
}

function Consent({ request, asked: { clientName, returnsTo, scope: requested } }: ConsentProps) {
  const { org, actor } = useSession().who;
  const [scope, setScope] = useState<Scope>(requested ?? "read");
  const answer = useAnswer(request);
  if (answer.isSuccess) return <Returning returnsTo={returnsTo} />;
  return (
    <Stack gap="lg">
      <Heading>
        {clientName} wants to connect to {org.name}
      </Heading>
      <Text size="sm">
        Signed in as <strong>{actor.name}</strong>
        {actor.email === undefined ? "" : ` (${actor.email})`}. The application will act as you.
      </Text>
      <Alert color="orange" variant="outline" title="Did you start this?" icon={<Icon name="warning" />}>
        <List size="sm" spacing={4}>
          <List.Item>
            The name “{clientName}” is not verified: any application can use it. Connect only if you started this
            yourself, just now.
          </List.Item>
          <List.Item>
            Your browser then returns to <Destination returnsTo={returnsTo} />. Cancel if you do not recognize it.
          </List.Item>
        </List>
      </Alert>
      <ScopeField scope={scope} onChange={setScope} />
      <Text size="sm" c="dimmed">
        It never gets administrator permissions. What it reads can be sent to its provider. Administrators can
        disconnect it at any time under Keys, Access tokens.
      </Text>
      {answer.error !== null && <ErrorNote error={answer.error} />}
      <Group justify="flex-end">
        <Button variant="default" disabled={answer.isPending} onClick={() => answer.mutate("none")}>
          Cancel
        </Button>
        <Button loading={answer.isPending} onClick={() => answer.mutate(scope)}>
          Connect
        </Button>
      </Group>
    </Stack>
  );
}

function ScopeField({ scope, onChange }: { readonly scope: Scope; readonly onChange: (scope: Scope) => void }) {
  return (
    <Radio.Group label="Permissions" value={scope} onChange={(value) => onChange(value === "write" ? "write" : "read")}>
      <Stack gap="xs" mt="xs">
        <Radio value="read" label="Read" description="Reads everything that you can read. Changes nothing." />
        <Radio
          value="write"
          label="Read and change"
          description="Also creates, changes and deletes what you can create, change and delete."
        />
      </Stack>
    </Radio.Group>
  );
}

/** In words that show whether the access leaves this computer. */
function Destination({ returnsTo: { kind, name } }: { readonly returnsTo: OAuthRequest["returnsTo"] }) {
  const shown = <strong>{name}</strong>;
  switch (kind) {
    case "website":
      return <>the website {shown}</>;
    case "computer":
      return <>a program on this computer ({shown})</>;
    case "app":
      return <>the app on this computer that opens {shown} links</>;
  }
}

function Returning({ returnsTo }: { readonly returnsTo: OAuthRequest["returnsTo"] }) {
  return (
    <Stack gap="lg" role="status">
      <Heading>Continue in the application</Heading>
      <Text size="sm">
        Your browser returns to <Destination returnsTo={returnsTo} />. You can close this page.
      </Text>
    </Stack>
  );
}

function useAnswer(request: string) {
  const weft = useWeft();
  return useMutation({
    mutationFn: (grant: Grant) =>
      weft.call("answer-authorization-request", { body: { request, grant } }, { retries: 0 }),
    // The service validated the URL against the registration of the application.
    onSuccess: ({ location: url }) => location.assign(url),
  });
}
