/** A request of the tour, which takes the steps of the README's tutorial over HTTP. */
export interface TourStep {
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT";
  /** With its query, as it is sent; {{name}} is a variable. */
  readonly path: `/${string}`;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** What later steps use: a variable, and the expression for it. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly status: number;
  /** What else the response must be: an expression, and Bruno's operator with a value. */
  readonly assertions?: Readonly<Record<string, string>>;
  readonly text: string;
}

export const tour: readonly TourStep[] = [
  {
    name: "Show who you are",
    method: "GET",
    path: "/whoami",
    status: 200,
    text: "Your app, its organization, its rights and its rate limit.",
  },
  {
    name: "Upload a spreadsheet",
    method: "POST",
    path: "/files?fileName=styles.csv",
    headers: { "content-type": "text/csv" },
    body: "Style,Title,Color,Price\nP-100,Parka,olive,129.5\nP-101,Cape,red,89\nP-102,Shawl,blue,39\n",
    variables: { fileId: "res.body.id" },
    status: 201,
    text: "The bytes are the body. Its id is the fileLocation of the load.",
  },
  {
    name: "Load it",
    method: "POST",
    path: "/loader-processes",
    body: {
      loadType: ["ITEM"],
      fileLocation: "{{fileId}}",
      federatedMappings: { itemFamilyFederatedId: "Style", name: "Title" },
      propertiesToRemove: ["Style", "Title"],
    },
    variables: { loadId: "res.body.id" },
    status: 201,
    text: "The whole file is validated before anything is written.",
  },
  {
    name: "Wait for the load",
    method: "GET",
    path: "/loader-processes/{{loadId}}?wait=30",
    status: 200,
    assertions: { "res.body.status": "eq completed" },
    text: "Responds when the load has ended, or after 30 seconds.",
  },
  {
    name: "List the olive items",
    method: "GET",
    path: '/items?criteria={"Color":"olive"}&fields=name,Color,Price',
    status: 200,
    assertions: { "res.body.results.length": "eq 1" },
    text: "The criteria are URL-encoded JSON, or jsurl.",
  },
  {
    name: "Change a price",
    method: "PUT",
    path: "/items/federated/P-100",
    body: { Price: 119 },
    status: 200,
    text: "Addressed by its federatedId, the id that it has in your own system.",
  },
  {
    name: "Poll for changes",
    method: "GET",
    path: "/change-history?after=beginning&limit=1000",
    variables: { coveredUntil: "res.body.coveredUntil" },
    status: 200,
    text: "Store coveredUntil: the next poll continues there, and no change is missed.",
  },
  {
    name: "Poll again",
    method: "GET",
    path: "/change-history?after={{coveredUntil}}&limit=10",
    status: 200,
    assertions: { "res.body.results.length": "eq 0" },
    text: "Only changes after the first poll.",
  },
  {
    name: "Create a workflow",
    method: "POST",
    path: "/event-workflows",
    body: {
      name: "Approval",
      triggers: ["manual|approve"],
      tasks: [{ name: "Ask the factory", action: "external" }],
    },
    status: 201,
    text: "An external task waits until an outside system reports its result.",
  },
  {
    name: "Start the workflow",
    method: "POST",
    path: "/event-workflow-requests",
    body: { triggerKey: "manual|approve", event: { newData: { style: "P-100" } } },
    variables: { processId: "res.body.results[0].id" },
    status: 201,
    text: "Each enabled workflow with this trigger starts a process.",
  },
  {
    name: "Claim the task",
    method: "POST",
    path: "/event-workflow-tasks/claims",
    body: { workerId: "tour", names: ["Ask the factory"], wait: 10 },
    variables: { taskId: "res.body.results[0].id" },
    status: 200,
    text: "Waits up to 10 seconds for a task. It is yours until the claim expires.",
  },
  {
    name: "Complete the task",
    method: "POST",
    path: "/external-events/callback/",
    body: { taskId: "{{taskId}}", status: "SUCCESS", output: { cost: 12.4 }, logs: "quoted" },
    status: 200,
    text: "The process continues. A repeated callback changes nothing.",
  },
  {
    name: "Show the process",
    method: "GET",
    path: "/event-workflow-processes/{{processId}}?relations=tasks",
    status: 200,
    assertions: { "res.body.status": "eq completed", "res.body.tasks[0].output.cost": "eq 12.4" },
    text: "The process with its tasks and their output.",
  },
];
