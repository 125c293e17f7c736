import { Accordion, Badge, Code, Group, Stack, Table, Text } from "@mantine/core";
import type { WebhookAttempt } from "@weft/client";
import { CopyText } from "../ui/copy-text.tsx";
import { formatNumber } from "../ui/format.ts";
import { TimeAgo } from "../ui/time-ago.tsx";

/** Each attempt, the newest first and open. */
export function AttemptLog({ attempts }: { readonly attempts: readonly WebhookAttempt[] }) {
  if (attempts.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No attempts yet. The first one starts in a moment.
      </Text>
    );
  }
  const newest = attempts.toReversed();
  return (
    <Accordion variant="contained" multiple defaultValue={[String(newest[0]?.number)]} order={3}>
      {newest.map((attempt) => (
        <Accordion.Item key={attempt.number} value={String(attempt.number)} bg="var(--weft-surface)">
          <Accordion.Control>
            <AttemptLine attempt={attempt} />
          </Accordion.Control>
          <Accordion.Panel>
            <AttemptDetail attempt={attempt} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

function AttemptLine({ attempt }: { readonly attempt: WebhookAttempt }) {
  const { number, answerStatus, durationMs, startedOn } = attempt;
  const isTaken = answerStatus !== null && answerStatus >= 200 && answerStatus < 300;
  return (
    <Group gap="sm">
      <Text size="sm" fw={600} className="numbers">
        Attempt {number}
      </Text>
      <Badge variant="dot" color={isTaken ? "teal" : "red"} radius="sm" tt="none" fw={550}>
        {answerStatus === null ? "no response" : `response ${answerStatus}`}
      </Badge>
      <Text size="sm" c="dimmed" className="numbers">
        after {formatNumber(durationMs)} ms
      </Text>
      <Text size="sm" c="dimmed">
        <TimeAgo time={startedOn} />
      </Text>
    </Group>
  );
}

function AttemptDetail({ attempt }: { readonly attempt: WebhookAttempt }) {
  const { failure, answerBody, isAnswerCut, requestHeaders, answerHeaders } = attempt;
  return (
    <Stack gap="md">
      {failure !== null && <Text size="sm">{failure}</Text>}
      {answerBody !== null && answerBody !== "" && (
        <CopyText label={isAnswerCut ? "Response body (truncated)" : "Response body"} text={answerBody} />
      )}
      <Headers title="Request headers (without secrets)" headers={requestHeaders} />
      {answerHeaders !== null && <Headers title="Response headers" headers={answerHeaders} />}
    </Stack>
  );
}

interface HeadersProps {
  readonly title: string;
  readonly headers: Readonly<Record<string, string>>;
}

function Headers({ title, headers }: HeadersProps) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {title}
      </Text>
      <Table.ScrollContainer minWidth={300}>
        <Table verticalSpacing={2} fz="sm" aria-label={title}>
          <Table.Tbody>
            {Object.entries(headers).map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th w={220} fw={500} scope="row">
                  {name}
                </Table.Th>
                <Table.Td style={{ overflowWrap: "anywhere" }}>
                  <Code>{value}</Code>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  );
}
