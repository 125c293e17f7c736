/** A page of the console as shown in the docs. */
export interface PictureInput {
  /** The file name of the picture. */
  readonly name: string;
  readonly path: string;
  /** A text that is visible once the page is loaded. */
  readonly awaits: string;
}

interface Listed {
  readonly id: string;
  readonly name?: string;
}

type Find = (path: string) => Promise<Listed>;

/** Every page, with the ids of the demo. */
export async function listPictures(find: Find): Promise<PictureInput[]> {
  const style = await find('/items?criteria={"role":"family"}&order={"orderField":"name","order":"asc"}');
  // A recently changed entity has a history to show.
  const changed = await find('/items?criteria={"role":"family"}&order={"orderField":"updatedOn","order":"desc"}');
  const option = await find('/items?criteria={"role":"option"}&order={"orderField":"name","order":"asc"}');
  const project = await find("/projects");
  const assortment = await find("/assortments");
  const load = await find('/loader-processes?criteria={"status":"completed"}');
  const workflow = await find("/event-workflows");
  const run = await find("/event-workflow-processes");
  const task = await find('/event-workflow-tasks?criteria={"status":"awaiting"}');
  const webhook = await find("/webhooks");
  const delivery = await find("/webhook-deliveries");
  const type = await find('/entity-types?criteria={"typePath":"item:product"}');
  const options = await find("/option-sets");
  return [
    { name: "overview", path: "/", awaits: "Pending" },
    { name: "operations", path: "/operations", awaits: "Changes today" },
    { name: "entities", path: "/entities/items?order=name", awaits: style.name ?? "" },
    { name: "gallery", path: "/entities/items?layout=gallery&order=name", awaits: style.name ?? "" },
    { name: "board", path: "/entities/items?layout=board&group=status&type=item:product:apparel", awaits: "Draft" },
    { name: "groups", path: "/entities/items?group=category&type=item:product:apparel", awaits: "Outerwear" },
    { name: "peek", path: `/entities/items?order=name&peek=${style.id}`, awaits: style.name ?? "" },
    { name: "new-item", path: "/entities/items/new", awaits: "Choose a type" },
    { name: "entity", path: `/entities/items/${changed.id}`, awaits: changed.name ?? "" },
    { name: "entity-history", path: `/entities/items/${changed.id}?tab=activity`, awaits: "created" },
    {
      name: "compare",
      path: `/compare/items?ids=${encodeURIComponent(JSON.stringify([style.id, option.id]))}`,
      awaits: style.name ?? "",
    },
    { name: "types", path: "/types", awaits: "item" },
    { name: "type", path: `/types/${type.id}`, awaits: "Properties" },
    { name: "option-set", path: `/option-sets/${options.id}`, awaits: options.name ?? "" },
    { name: "project", path: `/projects/${project.id}`, awaits: "identifier" },
    { name: "assortment", path: `/assortments/${assortment.id}`, awaits: assortment.name ?? "" },
    { name: "loads", path: "/loads", awaits: "completed" },
    { name: "load", path: `/loads/${load.id}`, awaits: "completed" },
    { name: "new-load", path: "/loads/new", awaits: "CSV" },
    { name: "workflows", path: "/workflows", awaits: workflow.name ?? "" },
    { name: "workflow", path: `/workflows/${workflow.id}`, awaits: workflow.name ?? "" },
    { name: "run", path: `/processes/${run.id}`, awaits: "awaiting" },
    { name: "task", path: `/tasks/${task.id}`, awaits: "awaiting" },
    { name: "changes", path: "/changes", awaits: "create" },
    { name: "consumers", path: "/consumers", awaits: "erp" },
    { name: "webhook", path: `/webhooks/${webhook.id}`, awaits: "ERP" },
    { name: "delivery", path: `/deliveries/${delivery.id}`, awaits: "item" },
    { name: "keys", path: "/keys", awaits: "first-app" },
    { name: "users", path: "/users", awaits: "Owner" },
    { name: "sso", path: "/sso", awaits: "Single sign-on" },
    { name: "limits", path: "/limits", awaits: "Limits and usage" },
    { name: "reference", path: "/reference", awaits: "API reference" },
  ];
}
