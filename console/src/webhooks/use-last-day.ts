import { useQuery } from "@tanstack/react-query";
import { useWeft } from "../session/session.ts";
import { lastDayRange, summarizeLastDay } from "./last-day.ts";

/** The newest ones of a busy webhook are enough. */
const deliveriesMax = 1000;

/** The results of a webhook in the last day. The statistics of the service cover all webhooks, so its log is read. */
export function useLastDay(webhookId: string) {
  const weft = useWeft();
  return useQuery({
    queryKey: ["webhooks", "last-day", webhookId],
    queryFn: async ({ signal }) => {
      const nowMs = Date.now();
      const criteria = { webhookId, createdOn: lastDayRange(nowMs) };
      const order = { orderField: "createdOn", order: "desc" };
      const query = { criteria, order, limit: deliveriesMax };
      const { results, nextPageKey } = await weft.call("list-webhook-deliveries", { query }, { signal });
      return { ...summarizeLastDay(results, nowMs), isCut: nextPageKey !== undefined };
    },
    refetchInterval: 30_000,
  });
}
