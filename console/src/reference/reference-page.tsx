import { Button, Group, Paper, Stack, Tabs, TextInput, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useDeferredValue, useState } from "react";
import { queryKeys } from "../query-keys.ts";
import { useSession, useWeft } from "../session/session.ts";
import { CopyText } from "../ui/copy-text.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { type ApiOperation, groupByTag, readDocument, searchOperations } from "./api-document.ts";
import { OperationGroup } from "./operation-group.tsx";
import { beginnings } from "./write-snippets.ts";

const route = getRouteApi("/shell/reference");

export function ReferencePage() {
  const weft = useWeft();
  const document = useQuery({
    queryKey: queryKeys.reference.all(),
    queryFn: async ({ signal }) => {
      const answer = await weft.send({ method: "GET", path: "/openapi.json" }, { signal });
      return readDocument(await answer.json());
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <PageFrame
      title="API reference"
      description="Everything the console does, your programs can do too."
      actions={<Links />}
    >
      <Beginnings />
      <Loaded query={document}>{(operations) => <Operations operations={operations} />}</Loaded>
    </PageFrame>
  );
}

function Links() {
  return (
    <>
      <Button component="a" href="/api/docs" leftSection={<Icon name="reference" size={16} />}>
        Full reference
      </Button>
      <Button component="a" href="/api/openapi.json" variant="default">
        OpenAPI document
      </Button>
      <Button component="a" href="/errors" variant="default">
        Error codes
      </Button>
    </>
  );
}

function Operations({ operations }: { readonly operations: readonly ApiOperation[] }) {
  const { q = "", operation } = route.useSearch();
  const navigate = route.useNavigate();
  const [words, setSearch] = useState(q);
  const sought = useDeferredValue(words);
  const found = searchOperations(operations, sought);
  const change = (next: string) => {
    setSearch(next);
    void navigate({ search: { q: next === "" ? undefined : next }, replace: true });
  };
  const open = (id: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, operation: id }), replace: true, resetScroll: false });
  return (
    <Stack component="section" aria-label="Operations">
      <Group justify="space-between" align="flex-end">
        <Title order={2} size="h4">
          Operations
        </Title>
        <TextInput
          aria-label="Search operations"
          placeholder="Search by keyword, path or id"
          leftSection={<Icon name="search" size={16} />}
          value={words}
          onChange={({ currentTarget }) => change(currentTarget.value)}
          w={{ base: "100%", sm: 360 }}
          description={`${found.length} of ${operations.length} operations`}
          inputWrapperOrder={["input", "description"]}
        />
      </Group>
      {found.length === 0 && (
        <EmptyState icon="search" title="No matching operations">
          Try fewer words, such as one noun: items, webhooks, loader.
        </EmptyState>
      )}
      {groupByTag(found).map(([tag, inTag]) => (
        <OperationGroup key={tag} tag={tag} operations={inTag} openId={operation} onOpen={open} />
      ))}
    </Stack>
  );
}

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
