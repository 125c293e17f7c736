import { Anchor, List, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Org } from "@weft/client";
import { ForAdministrators } from "../session/for-right.tsx";
import { useSession, useWeft } from "../session/session.ts";
import { CopyField } from "../ui/copy-text.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { orgQuery } from "./access-queries.ts";
import { AccessTabs } from "./access-tabs.tsx";
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
                2. Configure Weft
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
          1. Register Weft with the provider
        </Title>
        <Text size="sm">Register a web application with this redirect URL:</Text>
        <CopyField label="Redirect URL" value={`${location.origin}/api/sso/callback`} />
        <List size="sm">
          <List.Item>Scopes: openid, email and profile.</List.Item>
          <List.Item>The provider must return the email claim, and mark it as verified.</List.Item>
          <List.Item>To sign in on another device, allow the device flow too.</List.Item>
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
          3. Test the sign-in
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
              Open the URL in a private window, so that you stay signed in here. You are signed in as the user of this
              organization with the same verified email address
              {org.sso.defaultRole === null
                ? "; other accounts are rejected."
                : `, or as a new user with the role ${org.sso.defaultRole}.`}
            </Text>
            <CopyField label="Sign-in URL" value={address} />
            <Anchor href={address} size="sm" target="_blank" rel="noreferrer">
              Or open a new tab and use your current account at the provider
            </Anchor>
          </>
        )}
      </Stack>
    </Paper>
  );
}
