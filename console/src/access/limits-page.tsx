import { Stack } from "@mantine/core";
import { PageFrame } from "../ui/page-frame.tsx";
import { AccessTabs } from "./access-tabs.tsx";
import { OrgSettings } from "./org-settings.tsx";
import { RateFacts } from "./rate-facts.tsx";
import { Usage } from "./usage.tsx";

export function LimitsPage() {
  return (
    <PageFrame title="Limits and usage" description="Rate limits, their usage, and the settings of the organization.">
      <AccessTabs />
      <Stack>
        <Usage />
        <RateFacts />
        <OrgSettings />
      </Stack>
    </PageFrame>
  );
}
