import { PageTabs } from "../ui/page-frame.tsx";

export function WebhookTabs() {
  return (
    <PageTabs
      label="Webhooks and deliveries"
      tabs={[
        { title: "Webhooks", link: { to: "/webhooks" } },
        { title: "Deliveries", link: { to: "/deliveries" } },
        { title: "Inbound webhooks", link: { to: "/inbound-webhooks" } },
      ]}
    />
  );
}
