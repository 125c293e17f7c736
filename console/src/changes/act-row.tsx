import { ActionIcon, Anchor, Badge, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { pluralize } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { actionLabels } from "./change-labels.ts";
import classes from "./change-list.module.css";
import { ChangeRow, changeName, EntityName, Origin, RestoreButton } from "./change-row.tsx";
import { type ChangeAct, countActions, describeOthers } from "./group-changes.ts";
import { summarizeChange } from "./summarize-change.ts";

interface ActRowProps {
  readonly act: ChangeAct;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** One act in two lines, however many entities it changed; expanded, each of them. */
export function ActRow({ act, isOpen, onToggle }: ActRowProps) {
  const { lead, changes } = act;
  const { record } = lead;
  const name = changeName(lead);
  const { word, color } = actionLabels[record.action];
  return (
    <>
      <div className={classes["head"]}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          mt={1}
          aria-expanded={isOpen}
          aria-label={`All ${pluralize(changes.length, "change")}: ${name} ${word}`}
          onClick={onToggle}
        >
          <Icon name={isOpen ? "down" : "right"} size={16} />
        </ActionIcon>
        <div className={classes["act"]}>
          <div className={classes["line"]}>
            <EntityName record={record} name={name} />
            <Text size="sm" span>
              {describeOthers(act)}
            </Text>
            <Badge variant="dot" color={color} radius="sm" tt="none" fw={550} size="sm">
              {countActions(act) || word}
            </Badge>
            <Text size="xs" c="dimmed" ml="auto" visibleFrom="sm" span>
              <TimeAgo time={record.createdOn} />
            </Text>
          </div>
          <div className={classes["line"]}>
            <Text size="sm" c="dimmed" className={classes["summary"] ?? ""}>
              {summarizeChange(record)}
            </Text>
            <Origin record={record} />
          </div>
        </div>
        {record.action === "delete" && <RestoreButton record={record} name={name} />}
      </div>
      {isOpen && <ActChanges act={act} />}
    </>
  );
}

/** The others are on the page of the set. */
const shownMax = 20;

function ActChanges({ act: { changes, changeSetId } }: { readonly act: ChangeAct }) {
  const [openId, setOpenId] = useState<string>();
  return (
    <div className={classes["more"]}>
      {changes.slice(0, shownMax).map((change) => (
        <div key={change.record.id} className={classes["part"]}>
          <ChangeRow
            change={change}
            isOpen={openId === change.record.id}
            onToggle={() => setOpenId((now) => (now === change.record.id ? undefined : change.record.id))}
            hasSetLink={false}
          />
        </div>
      ))}
      <Anchor size="xs" renderRoot={(props) => <Link {...props} to="/changes/$changeSetId" params={{ changeSetId }} />}>
        {changes.length > shownMax ? `View all ${pluralize(changes.length, "change")}` : "View change set"}
      </Anchor>
    </div>
  );
}
