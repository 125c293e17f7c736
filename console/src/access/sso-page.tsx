import { Anchor, List, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Org } from "@weft/client";
import { useSession, useWeft } from "../session/session.ts";
import { CopyField } from "../ui/copy-field.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { orgQuery } from "./access-queries.ts";
import { AccessTabs } from "./access-tabs.tsx";
import { ForAdministrators } from "./for-administrators.tsx";
import { SsoForm } from "./sso-form.tsx";

export function SsoPage() {
  return (
    <PageFrame
      title="Single sign-on"
      description="Users sign in at your identity provider (OpenID Connect), such as Entra, Okta, Google or Keycloak."
    >
      <AccessTabs />
      <ForAdministrators what="single sign-on">
        <Sso />
      </ForAdministrators>
    </PageFrame>
  );
}

function Sso() {
  const org = useQuery(orgQuery(useWeft()));
  return (
    <Loaded query={org}>
      {(found) => (
        <SimpleGrid
          cols={{ base: 1, md: 2 }}
          spacing="lg"
          style={{ alignItems: "start", gridTemplateRows: "auto 1fr" }}
        >
          <Registration />
          <Paper withBorder p="md" style={{ gridRow: "span 2" }}>
            <Stack>
              <Title order={2} fz="md">
                2. Tell Weft about the provider
              </Title>
              <SsoForm key={found.version} org={found} />
            </Stack>
          </Paper>
          <TryIt org={found} />
        </SimpleGrid>
      )}
    </Loaded>
  );
}

function Registration() {
  return (
    <Paper withBorder p="md">
      <Stack>
        <Title order={2} fz="md">
          1. Tell the provider about Weft
        </Title>
        <Text size="sm">Register a web application there, with this redirect address:</Text>
        <CopyField label="Redirect address" value={`${location.origin}/api/sso/callback`} />
        <List size="sm">
          <List.Item>The scopes are openid, email and profile.</List.Item>
          <List.Item>The provider must release the claim email, and say that it is verified.</List.Item>
          <List.Item>For sign-in on another device, allow the device flow too.</List.Item>
        </List>
      </Stack>
    </Paper>
  );
}

function TryIt({ org }: { readonly org: Org }) {
  const { weft } = useSession();
  const address = `${weft.baseUrl}/sso/${org.slug}`;
  return (
    <Paper withBorder p="md">
      <Stack>
        <Title order={2} fz="md">
          3. Try it
        </Title>
        <div>
          <StatusBadge status={org.sso === null ? "disabled" : "enabled"} />
        </div>
        {org.sso === null ? (
          <Text size="sm" c="dimmed">
            Save the settings first.
          </Text>
        ) : (
          <>
            <Text size="sm">
              Open the address in a private window, so that you stay signed in here. Whoever comes back is a user of
              this organization with the same verified address
              {org.sso.defaultRole === null ? "; others are refused." : `, or becomes ${org.sso.defaultRole}.`}
            </Text>
            <CopyField label="Sign-on address" value={address} />
            <Anchor href={address} size="sm" target="_blank" rel="noreferrer">
              Or sign on in a new tab, as whoever you are at the provider
            </Anchor>
          </>
        )}
      </Stack>
    </Paper>
  );
}
