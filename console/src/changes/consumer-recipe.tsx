import { Anchor, Tabs, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useSession } from "../session/session.ts";
import { CopyText } from "../ui/copy-text.tsx";

const commandLine = "weft changes tail --consumer erp --since beginning --json | ./import-changes";

function programFor(baseUrl: string, orgSlug: string): string {
  return `import { changes, login } from "@weft/client";

await login({ apiKey: process.env.WEFT_API_KEY, orgSlug: "${orgSlug}", baseUrl: "${baseUrl}" });
for await (const change of changes.poll({ consumer: "erp", criteria: { entityType: "item" } })) {
  await update(change);
}`;
}

function callsFor(baseUrl: string, orgSlug: string): string {
  return `# Read the changes after the position, and wait up to 30 seconds for new ones.
curl -H "X-Api-Key: $KEY" -H "X-Api-Org: ${orgSlug}" "${baseUrl}/change-history?after=beginning&wait=30"

# After processing them, store the position: coveredUntil of the response.
curl -X PUT -H "X-Api-Key: $KEY" -H "X-Api-Org: ${orgSlug}" -H "Content-Type: application/json" \\
  -d '{"cursor": "<coveredUntil>"}' ${baseUrl}/change-consumers/erp`;
}

/** Three ways to consume the changes under a name. */
export function ConsumerRecipe() {
  const { weft, who } = useSession();
  const { slug } = who.org;
  return (
    <Tabs defaultValue="typescript" keepMounted={false}>
      <Tabs.List mb="sm">
        <Tabs.Tab value="typescript">TypeScript</Tabs.Tab>
        <Tabs.Tab value="cli">Command line</Tabs.Tab>
        <Tabs.Tab value="calls">Any language</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="typescript">
        <CopyText label="A program that reads all item changes" text={programFor(weft.baseUrl, slug)} />
      </Tabs.Panel>
      <Tabs.Panel value="cli">
        <CopyText label="A command that pipes each change to another program" text={commandLine} />
      </Tabs.Panel>
      <Tabs.Panel value="calls">
        <CopyText label="The two API calls" text={callsFor(weft.baseUrl, slug)} />
      </Tabs.Panel>
      <Text size="sm" c="dimmed" mt="sm">
        See the{" "}
        <Anchor size="sm" underline="always" renderRoot={(props) => <Link {...props} to="/reference" />}>
          API reference
        </Anchor>{" "}
        for all calls.
      </Text>
    </Tabs>
  );
}
