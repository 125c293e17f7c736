import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readChoice, readText } from "../ui/read-search.ts";
import { type DeliverySearch, deliveryStatuses, type WebhookSearch } from "../webhooks/webhook-search.ts";
import { shellRoute } from "./root-route.tsx";

const webhooksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/webhooks",
  component: lazyRouteComponent(() => import("../webhooks/webhooks-page.tsx"), "WebhooksPage"),
});

const webhookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/webhooks/$id",
  validateSearch: (search): WebhookSearch => ({ status: readChoice(search["status"], deliveryStatuses) }),
  component: lazyRouteComponent(() => import("../webhooks/webhook-page.tsx"), "WebhookPage"),
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
  component: lazyRouteComponent(() => import("../webhooks/deliveries-page.tsx"), "DeliveriesPage"),
});

const deliveryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/deliveries/$id",
  component: lazyRouteComponent(() => import("../webhooks/delivery-page.tsx"), "DeliveryPage"),
});

const inboundWebhooksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/inbound-webhooks",
  component: lazyRouteComponent(() => import("../webhooks/inbound-webhooks-page.tsx"), "InboundWebhooksPage"),
});

export const webhookRoutes = [
  webhooksRoute,
  webhookRoute,
  deliveriesRoute,
  deliveryRoute,
  inboundWebhooksRoute,
] as const;
