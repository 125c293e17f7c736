import { expect, onTestFinished, test } from "vitest";
import { startConnectProxy } from "../../platform/outbound/testing/connect-proxy.ts";
import { startTestService } from "../../testing/test-service.ts";
import { buildSignOnOrg } from "./testing/sign-on-world.ts";
import { TestBrowser } from "./testing/test-browser.ts";
import { startTestProvider } from "./testing/test-provider.ts";

test("the provider is called through the operator's proxy", async () => {
  const proxy = await startConnectProxy();
  const way = { WEFT_OUTBOUND_ALLOW: "127.0.0.0/8,::1/128", WEFT_OUTBOUND_PROXY: proxy.url.href };
  const service = await startTestService(way);
  onTestFinished(() => service.stop());
  const provider = await startTestProvider({ redirectUris: [`${service.address}/api/sso/callback`] });
  onTestFinished(() => provider.stop());
  const { startUrl } = await buildSignOnOrg({ service, provider });

  await new TestBrowser().open(startUrl);

  const { port } = new URL(provider.issuer);
  expect(proxy.calls.map(({ authority }) => authority)).toContain(`127.0.0.1:${port}`);
});
