import { Paper, Tabs, Title } from "@mantine/core";
import { useSession } from "../session/session.ts";
import { CopyText } from "../ui/copy-text.tsx";
import { beginnings } from "./write-snippets.ts";

/** The first lines in each language. */
export function Beginnings() {
  const { who, weft } = useSession();
  const all = beginnings({ baseUrl: weft.baseUrl, orgSlug: who.org.slug });
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="begin">
      <Title order={2} size="h4" mb="sm" id="begin">
        Get started
      </Title>
      <Tabs
        defaultValue={all[0].title}
        keepMounted={false}
        styles={{ list: { flexWrap: "nowrap", overflowX: "auto" } }}
      >
        <Tabs.List>
          {all.map(({ title }) => (
            <Tabs.Tab key={title} value={title}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {all.map(({ title, text }) => (
          <Tabs.Panel key={title} value={title} pt="sm">
            <CopyText label={`First lines with ${title}`} text={text} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Paper>
  );
}
