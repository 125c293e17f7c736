import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { OwnFolder, readCredentials } from "../testing/own-database.ts";
import { installPython, root, run } from "./run-program.ts";

const version = "4.32.5";
/** Operations that may end the access of the tester itself: they are tested after all others. */
const endingAccess = "^((delete|update|rotate|revoke)-(app|api-key|access-token)|delete-user|update-org)$";
const checks = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
];

let data: OwnFolder;
let folder: string;

beforeEach(async () => {
  data = await OwnFolder.make();
  folder = await mkdtemp(join(tmpdir(), "weft-requests-"));
  // The tester keeps the key that it is given.
  await writeFile(join(folder, "schemathesis.toml"), "[generation]\nwith-security-parameters = false\n");
});

afterEach(async () => {
  await data.remove();
  await rm(folder, { recursive: true, force: true });
});

test.each([
  ["all operations", ["--exclude-operation-id-regex", endingAccess], "examples,coverage,fuzzing,stateful"],
  ["operations that may end the access", ["--include-operation-id-regex", endingAccess], "examples,coverage,fuzzing"],
])("every response to random requests to %s is as described", async (_which, selection, phases) => {
  const { address } = await data.start({ WEFT_RATE_LIMIT: "off" });
  const { apiKey } = await readCredentials(data.path);
  const python = installPython("schemathesis", version);
  const options = ["--phases", phases, "--max-examples", process.env["EXAMPLES"] ?? "20", "--checks", checks.join(",")];
  const headers = ["-H", `X-Api-Key: ${apiKey}`, "-H", "X-Api-Org: demo"];

  const { status, stdout } = run(
    join(dirname(python), "schemathesis"),
    [
      ...["--config-file", join(folder, "schemathesis.toml"), "run", join(root, "contract/openapi.json")],
      ...[
        "--url",
        `${address}/api`,
        "--no-color",
        "--continue-on-failure",
        "--request-timeout=60",
        ...headers,
        ...options,
        ...selection,
      ],
    ],
    { cwd: folder },
  );

  expect(status, stdout.slice(-20_000)).toBe(0);
  console.log(stdout.slice(stdout.indexOf("API Operations:")));
});
