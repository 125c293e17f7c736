import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { ForRight } from "../../session/for-right.tsx";
import { PageFrame } from "../../ui/page-frame.tsx";
import { DefinitionEditor } from "../definition/definition-editor.tsx";
import { TemplateCards } from "../definition/template-cards.tsx";
import { blankDraft, templates } from "../definition/templates.ts";

const route = getRouteApi("/shell/workflows/new");

export function NewWorkflowPage() {
  return (
    <ForRight verb="create" kind="event-workflow" what="workflows">
      <NewWorkflow />
    </ForRight>
  );
}

function NewWorkflow() {
  const { template } = route.useSearch();
  const navigate = route.useNavigate();
  const [view, setView] = useState<"form" | "json">("form");
  const start = template === "blank" ? blankDraft : templates.find(({ key }) => key === template)?.draft;
  return (
    <PageFrame
      title="New workflow"
      crumbs={[{ title: "Workflows", link: { to: "/workflows" } }]}
      description={start === undefined ? "Start from a template and change it as needed." : undefined}
    >
      {start === undefined ? (
        <TemplateCards onChoose={(key) => void navigate({ search: { template: key } })} />
      ) : (
        <DefinitionEditor
          key={template}
          start={start}
          view={view}
          onView={setView}
          onSaved={({ id }) => void navigate({ to: "/workflows/$id", params: { id } })}
        />
      )}
    </PageFrame>
  );
}
