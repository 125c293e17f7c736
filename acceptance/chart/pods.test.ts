import { spawnSync } from "node:child_process";
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startTestS3 } from "../../server/src/platform/blobs/testing/test-s3.ts";
import { createOwnedDatabase, runOnce } from "../../server/src/testing/test-database.ts";
import { environmentOf, type Manifest, named, type Pod, podsOf, renderChart, valuesOf } from "../testing/chart.ts";
import { startNode } from "../testing/node-process.ts";
import { ordinaryAccount, placed, sandboxLauncher } from "../testing/sandbox.ts";

const program = join(placed.checkout, "cli/bin/weft.mjs");

/** What Kubernetes mounts for a pod: its secrets, and a volume that belongs to root and a group. */
interface Mounts {
  readonly secrets: string;
  readonly data: string;
}

async function mount(manifests: readonly Manifest[], { spec }: Pod, group: number): Promise<Mounts> {
  const folder = await mkdtemp(join(tmpdir(), "weft-pod-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const mounts = { secrets: join(folder, "secrets"), data: join(folder, "data") };
  await chmod(folder, 0o755);
  await Promise.all(Object.values(mounts).map((path) => mkdir(path)));
  for (const { secret } of spec.volumes ?? []) {
    const { stringData = {} } = secret === undefined ? {} : named(manifests, "Secret", secret.secretName);
    for (const { key } of secret?.items ?? []) {
      await writeFile(join(mounts.secrets, key), stringData[key] ?? "", { mode: 0o440 });
      await chown(join(mounts.secrets, key), 0, group);
    }
  }
  await chown(mounts.data, 0, group);
  await chmod(mounts.data, 0o2775);
  return mounts;
}

/** The environment of the pod's container, on loopback and with a free port. */
function environmentIn(manifests: readonly Manifest[], { container }: Pod, { secrets, data }: Mounts) {
  const given = environmentOf(manifests, container);
  const placedHere = Object.entries(given).map(([name, value]) => [
    name,
    value.replace("/etc/weft/secrets", secrets).replace(/^\/data\b/, data),
  ]);
  return { ...Object.fromEntries(placedHere), HOST: "127.0.0.1", PORT: "0", LOG_LEVEL: "warn" };
}

function podOf(manifests: readonly Manifest[], component: string): Pod {
  const pod = podsOf(manifests).find(({ labels }) => labels["app.kubernetes.io/component"] === component);
  if (pod === undefined) throw new Error(`There is no pod ${component}.`);
  return pod;
}

/** A pod with a read-only file system except for its mounts. */
async function openPod(
  manifests: readonly Manifest[],
  component: string,
  account?: ReturnType<typeof ordinaryAccount>,
) {
  const pod = podOf(manifests, component);
  const mounts = await mount(manifests, pod, account?.gid ?? 0);
  const env = environmentIn(manifests, pod, mounts);
  const writable = pod.container.volumeMounts?.some(({ mountPath }) => mountPath === "/data") ? [mounts.data] : [];
  const launcher = [...sandboxLauncher({ writable }), ...(account?.launcher ?? []), placed.node];
  return {
    mounts,
    /** Runs another command in it, as kubectl exec does. */
    exec(...args: readonly string[]) {
      const [command = "", ...words] = [...launcher, program, ...args];
      return spawnSync(command, words, { env: { PATH: process.env["PATH"], ...env }, encoding: "utf8" });
    },
    async start() {
      const [, ...args] = pod.container.args;
      const node = await startNode({ env, args, program, launcher });
      onTestFinished(async () => void (await node.end("SIGKILL")));
      return node;
    },
  };
}

test("the job migrates, and the nodes start with a role that does not own the schema", async () => {
  const database = await createOwnedDatabase();
  const s3 = await startTestS3();
  onTestFinished(async () => {
    await s3.stop();
    await database.drop();
  });
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY } = s3.settings;
  const manifests = renderChart({
    ...valuesOf("two-roles.yaml"),
    settings: { S3_ENDPOINT, S3_BUCKET, DATABASE_POOL: 5 },
    shutdownDelay: 1,
    secrets: {
      DATABASE_URL: database.roleUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
      WEFT_SECRET: "secret-of-40-characters-for-this-test-only",
      S3_ACCESS_KEY,
      S3_SECRET_KEY,
    },
  });

  const job = await openPod(manifests, "upgrade");
  const migrated = job.exec(...podOf(manifests, "upgrade").container.args);
  expect(migrated).toMatchObject({ status: 0, stderr: "" });
  await runOnce(database.ownerUrl, job.exec("migrate", "--grants", database.role).stdout);
  const [api, worker] = [await openPod(manifests, "api"), await openPod(manifests, "worker")];
  const node = await api.start();
  const runner = await worker.start();

  expect((await fetch(`${node.address}/health/ready`)).status).toBe(200);
  expect((await fetch(`${runner.address}/health/ready`)).status).toBe(200);
  expect(api.exec("admin", "orgs", "create", "acme", "--name", "Acme")).toMatchObject({ status: 0 });
  const checks = worker.exec("doctor").stdout;
  expect(checks).toMatch(/^ok +data-folder .*mode 700/m);
  expect(checks).toMatch(/^ok +schema /m);
  expect([await node.end("SIGTERM"), await runner.end("SIGTERM")]).toEqual([0, 0]);
}, 300_000);

test("a single node starts on a volume of root, and again", async () => {
  const manifests = renderChart({ ...valuesOf("single.yaml"), shutdownDelay: 1 });
  const pod = await openPod(manifests, "single", ordinaryAccount());
  const first = await pod.start();

  expect(JSON.parse(await readFile(join(pod.mounts.data, "weft/first-credentials.json"), "utf8"))).toMatchObject({
    orgSlug: "demo",
  });
  expect(pod.exec("doctor").stdout).toMatch(/^ok +data-folder .*mode 700/m);
  expect(await first.end("SIGTERM")).toBe(0);
  const second = await pod.start();
  expect((await fetch(`${second.address}/health/ready`)).status).toBe(200);
  expect(await second.end("SIGTERM")).toBe(0);
}, 300_000);
