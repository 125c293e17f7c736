import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { adminCommand } from "./commands/admin.ts";
import type { MigrateCommand } from "./commands/migrate-actions.ts";
import { operatorCommand } from "./commands/operator-command.ts";
import { loadConfig, loadSettings } from "./config/config.ts";
import { Problem } from "./platform/problem.ts";
import type { SealedTable } from "./platform/secrets/sealed-table.ts";
import { StartError } from "./platform/start-error.ts";

/** The commands that exist only on the server's machine. The weft command passes them on unchanged. */
export async function runOperatorCommand(argv: readonly string[]): Promise<void> {
  const weft = new Command("weft")
    .addCommand(serveCommand())
    .addCommand(migrateCommand())
    .addCommand(adminCommand(loadSealedTables))
    .addCommand(doctorCommand())
    .addCommand(healthCommand());
  overrideExit(weft);
  try {
    await weft.parseAsync([...argv], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) {
      // Already reported. Usage errors exit with 2, as for all weft commands; help is a success.
      process.exitCode = error.exitCode === 0 || error.code === "commander.help" ? 0 : 2;
      return;
    }
    console.error(explain(error));
    process.exitCode = 1;
  }
}

/** Loaded on use: they belong to the product's folders. */
async function loadSealedTables(): Promise<readonly SealedTable[]> {
  const { sealedTables } = await import("./sealed-tables.ts");
  return sealedTables;
}

function overrideExit(command: Command): void {
  command.exitOverride();
  command.commands.forEach(overrideExit);
}

/** Errors that the operator can fix are one sentence; others are bugs and shown in full. */
function explain(error: unknown): string {
  if (error instanceof StartError) {
    return error.message;
  }
  if (error instanceof Problem) {
    return error.detail;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Loads the service only when it runs: the operator's other commands start at once. */
function serveCommand(): Command {
  return operatorCommand("serve", "Start the service", [
    "weft serve",
    "PORT=8080 DATA_DIR=/var/lib/weft weft serve",
    "DATABASE_URL=postgres://… WEFT_SECRET=… weft serve --role worker",
  ])
    .addOption(new Option("--role <role>", "the role of this node").choices(["all", "api", "worker"]))
    .option("--processes <n|auto>", "how many processes serve requests")
    .option("--no-migrate", "refuse to start if the schema must be migrated first")
    .action(async ({ role, processes, migrate }: { role?: string; processes?: string; migrate: boolean }) => {
      const overrides = {
        ...(role === undefined ? {} : { WEFT_ROLE: role }),
        ...(processes === undefined ? {} : { WEFT_PROCESSES: processes }),
      };
      const load = () => loadSettings(overrides);
      load();
      const { serve } = await import("./serve.ts");
      await serve(load, { migrates: migrate });
    });
}

function migrateCommand(): Command {
  return operatorCommand("migrate", "Migrate the schema of the database, or print what that would do", [
    "weft migrate --plan",
    "weft migrate",
    "weft migrate --grants weft_app | psql $DATABASE_OWNER_URL",
  ])
    .option("--plan", "print the pending migrations with their locks and running time; change nothing")
    .option("--to <number>", "the last migration to apply. Default: all", parseMigration)
    .option("--grants <role>", "print the privileges for a role that runs the service without owning the schema")
    .action(async (options: MigrateCommand) => {
      const { runMigrate } = await import("./commands/migrate-actions.ts");
      await runMigrate(loadConfig(), options);
    });
}

function parseMigration(text: string): number {
  if (!/^\d{1,4}$/.test(text)) {
    throw new InvalidArgumentError("It must be the number of a migration, such as 31.");
  }
  return Number(text);
}

/** Loads the checks only when it runs: the service starts without them. */
function doctorCommand(): Command {
  const description = "Check configuration, database, disk, clock, S3 and sign-on, and report problems";
  return operatorCommand("doctor", description, ["weft doctor", "DATA_DIR=/var/lib/weft weft doctor --json"])
    .option("--json", "print one JSON object")
    .action(async ({ json = false }: { json?: boolean }) => {
      const { examine } = await import("./doctor/examine.ts");
      const { formatReport } = await import("./doctor/format-report.ts");
      const report = await examine(loadConfig, await loadSealedTables());
      await print(json ? JSON.stringify(report, undefined, 2) : formatReport(report, { hasColors: hasColors() }));
      // A check that hangs because a peer does not respond must not keep the command from ending.
      process.exit(report.faults > 0 ? 1 : 0);
    });
}

/** Health checks run it every few seconds: it loads no more than it needs. */
function healthCommand(): Command {
  const description = "Check whether the service on this machine is ready; the exit code is 0 or 1";
  return operatorCommand("health", description, ["weft health", "PORT=8080 weft health"]).action(async () => {
    const { checkHealth } = await import("./commands/health-actions.ts");
    await print(await checkHealth(loadConfig()));
  });
}

/** Node honors NO_COLOR here. */
function hasColors(): boolean {
  return process.stdout.isTTY && process.stdout.hasColors();
}

/** The reader of the output may have closed it already, as head does. */
async function print(text: string): Promise<void> {
  await new Promise<void>((resolve) => {
    process.stdout.once("error", () => resolve()).write(`${text}\n`, () => resolve());
  });
}
