import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";
import { readChoice, readText } from "../ui/read-search.ts";
import { deliveryStatuses } from "./delivery-statuses.ts";
import type { DeliverySearch, WebhookSearch } from "./webhook-search.ts";

const webhooksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/webhooks",
  component: lazyRouteComponent(() => import("./webhooks-page.tsx"), "WebhooksPage"),
});

const webhookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/webhooks/$id",
  validateSearch: (search): WebhookSearch => ({ status: readChoice(search["status"], deliveryStatuses) }),
  component: lazyRouteComponent(() => import("./webhook-page.tsx"), "WebhookPage"),
});

const deliveriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/deliveries",
  validateSearch: (search): DeliverySearch => ({
    status: readChoice(search["status"], deliveryStatuses),
    webhookId: readText(search["webhookId"]),
    type: readText(search["type"]),
    entityReference: readText(search["entityReference"]),
  }),
  component: lazyRouteComponent(() => import("./deliveries-page.tsx"), "DeliveriesPage"),
});

const deliveryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/deliveries/$id",
  component: lazyRouteComponent(() => import("./delivery-page.tsx"), "DeliveryPage"),
});

const inboundWebhooksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/inbound-webhooks",
  component: lazyRouteComponent(() => import("./inbound-webhooks-page.tsx"), "InboundWebhooksPage"),
});

export const webhookRoutes = [
  webhooksRoute,
  webhookRoute,
  deliveriesRoute,
  deliveryRoute,
  inboundWebhooksRoute,
] as const;
