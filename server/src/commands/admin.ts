import { presets } from "@weft/contract";
import { Command, Option } from "commander";
import type { SealedTable } from "../platform/secrets/sealed-table.ts";
import * as admin from "./admin-actions.ts";
import * as audit from "./audit-actions.ts";
import { backUp, restore } from "./backup-actions.ts";
import { runDistribute } from "./distribute-actions.ts";
import { eraseUserOfOrg } from "./erasure-actions.ts";
import { type InstallOptions, installService } from "./install-service/install-service.ts";
import { listFailed, retryFailed } from "./job-actions.ts";
import { runMove } from "./move-actions.ts";
import { operatorCommand } from "./operator-command.ts";
import { orgsCommand } from "./org-commands.ts";
import * as secrets from "./secret-actions.ts";
import { runUpgrade } from "./upgrade-actions.ts";

type LoadSealedTables = () => Promise<readonly SealedTable[]>;

const org = () => new Option("--org <slug>", "the organization").makeOptionMandatory();

/** For the operator, on the server's machine: works with and without a running service. */
export function adminCommand(loadSealedTables: LoadSealedTables): Command {
  return new Command("admin")
    .description(
      "Manage organizations; create users, keys and tokens; reset passwords; verify the audit log; rotate the secret; retry failed jobs; back up and restore; move, upgrade or distribute the database; install a service of systemd",
    )
    .addCommand(orgsCommand())
    .addCommand(usersCommand())
    .addCommand(keysCommand())
    .addCommand(tokensCommand())
    .addCommand(auditCommand())
    .addCommand(secretsCommand(loadSealedTables))
    .addCommand(jobsCommand())
    .addCommand(
      operatorCommand("backup", "Write the database, files and secret to one file, with or without a running service", [
        "weft admin backup weft-2026-11-30.tar.gz",
        "weft admin backup weft-2026-11-30.weft --passphrase-file /root/backup-passphrase",
        "weft admin backup - | ssh vault 'cat > weft.tar.gz'",
      ])
        .argument("<file>", "a new file, or - for standard output")
        .option("--passphrase-file <path>", "encrypt with the passphrase in this file. Default: WEFT_BACKUP_PASSPHRASE")
        .action(backUp),
    )
    .addCommand(
      operatorCommand("restore", "Restore a backup into a new DATA_DIR, or into the empty database of DATABASE_URL", [
        "weft admin restore weft-2026-11-30.tar.gz",
        "DATA_DIR=/var/lib/weft-restored weft admin restore weft-2026-11-30.tar.gz",
        "DATABASE_URL_FILE=/run/secrets/empty-database weft admin restore weft-2026-11-30.tar.gz",
      ])
        .argument("<file>", "a file from weft admin backup, or - for standard input")
        .option("--passphrase-file <path>", "the passphrase of an encrypted backup. Default: WEFT_BACKUP_PASSPHRASE")
        .action(restore),
    )
    .addCommand(moveCommand())
    .addCommand(upgradeCommand())
    .addCommand(distributeCommand())
    .addCommand(installCommand());
}

function moveCommand(): Command {
  return operatorCommand("move", "Move the service to another PostgreSQL while nodes serve reads; repeat to continue", [
    "DATABASE_MOVE_URL_FILE=/run/secrets/new-database weft admin move",
    "weft admin move --to postgres://weft@db.example.com/weft",
    "weft admin move --cancel",
  ])
    .option("--to <url>", "an empty database, for the role that owns it. Default: DATABASE_MOVE_URL")
    .option("--cancel", "let nodes write to this database again")
    .option("--yes", "with --cancel: also after a move has ended")
    .action(runMove);
}

function upgradeCommand(): Command {
  return operatorCommand("upgrade-postgres", "Upgrade the stopped embedded database to another major version", [
    "weft admin upgrade-postgres",
    "WEFT_POSTGRES_BIN=/usr/lib/postgresql/19/bin weft admin upgrade-postgres",
    "weft admin upgrade-postgres --from /opt/postgresql-17/bin",
  ])
    .option("--from <folder>", "the programs of the present version. Default: found on this machine")
    .action(runUpgrade);
}

function distributeCommand(): Command {
  return operatorCommand(
    "distribute",
    "Distribute the tables by organization on a Citus cluster; repeat after upgrades",
    ["weft admin distribute --plan", "weft admin distribute"],
  )
    .option("--plan", "print what would be done, and change nothing")
    .action(runDistribute);
}

function installCommand(): Command {
  return operatorCommand("install-service", "Install this program as a service of systemd; repeat it after changes", [
    "weft admin install-service --dry-run",
    "weft admin install-service --now",
    "weft admin install-service --remove",
  ])
    .option("--now", "also enable and start it, or restart it with a changed unit")
    .option("--dry-run", "print the unit and the steps, and change nothing")
    .option("--data-dir <folder>", "DATA_DIR of the service. Default: that of the installed unit, or /var/lib/weft")
    .option("--root <folder>", "install it in another system, whose files are in this folder")
    .option("--force", "replace a unit that was changed by hand, and keep a copy")
    .option("--remove", "stop the service and remove the unit; keep data, settings, secret and account")
    .action((options: InstallOptions) => installService(options));
}

function usersCommand(): Command {
  return new Command("users")
    .description("Users")
    .addCommand(
      operatorCommand("create", "Create a user and print a password", [
        "weft admin users create ada@example.com --org fall26 --role editor",
      ])
        .argument("<email>")
        .addOption(org())
        .option("--name <name>", "the user's name")
        .option("--role <role>", "owner, admin, editor, viewer, or a role of the organization", "viewer")
        .action(admin.createUserWithPassword),
    )
    .addCommand(
      operatorCommand("reset-password", "Print a new password, end the user's sessions and list the user's API keys", [
        "weft admin users reset-password ada@example.com --org fall26",
        "weft admin users reset-password ada@example.com --org fall26 --revoke-keys",
      ])
        .argument("<email>")
        .addOption(org())
        .option("--revoke-keys", "also revoke the user's API keys")
        .action(admin.resetPassword),
    )
    .addCommand(
      operatorCommand("erase", "Delete a user and replace name, email and addresses in all stored data", [
        "weft admin users erase ada@example.com --org fall26",
        "weft admin users erase <id> --org fall26 --confirm <id>",
      ])
        .argument("<email>", "the email, or the id of a user who was deleted before")
        .addOption(org())
        .option("--confirm <email>", "the same again, to confirm without a terminal")
        .action(eraseUserOfOrg),
    );
}

function keysCommand(): Command {
  return new Command("keys")
    .description("API keys of apps")
    .addCommand(
      operatorCommand("create", "Create an API key for an app and print it once", [
        "weft admin keys create --org fall26 --app planning --preset loader",
        "weft admin keys create --org fall26 --app erp --preset admin --label production --expires 2027-12-31",
      ])
        .addOption(org())
        .requiredOption("--app <name>", "the app; created if it does not exist")
        .addOption(new Option("--preset <preset>", "the key's permissions").choices([...presets]).default("read-only"))
        .option("--label <label>", "for example the environment", "default")
        .option("--rate <perSecond>", "the key's rate limit", Number)
        .option("--expires <date>", "ISO 8601")
        .action(admin.createKeyOfApp),
    )
    .addCommand(
      operatorCommand("revoke", "Revoke a key now", ["weft admin keys revoke <id> --org fall26"])
        .argument("<id>")
        .addOption(org())
        .action(admin.revokeKey),
    );
}

function tokensCommand(): Command {
  return new Command("tokens").description("Access tokens of apps").addCommand(
    operatorCommand("create", "Create an access token for an app and print it once", [
      "weft admin tokens create --org fall26 --app factory --preset callback --seconds 86400",
    ])
      .addOption(org())
      .requiredOption("--app <name>", "the app; created if it does not exist")
      .addOption(new Option("--preset <preset>", "the token's permissions").choices([...presets]).default("callback"))
      .option("--label <label>", "a name to identify it", "token")
      .option("--seconds <seconds>", "its lifetime", Number, 3600)
      .action(admin.createTokenOfApp),
  );
}

function secretsCommand(loadTables: LoadSealedTables): Command {
  return new Command("secrets")
    .description("The service's secret, which encrypts stored secrets")
    .addCommand(
      operatorCommand("status", "Show which secrets nodes and stored values use, and the progress of a rotation", [
        "weft admin secrets status",
      ]).action(async () => secrets.showStatus(await loadTables())),
    )
    .addCommand(
      operatorCommand("rotate", "Encrypt all stored secrets again with the first secret of WEFT_SECRET", [
        "weft admin secrets rotate",
        "weft admin secrets rotate --background",
      ])
        .option("--background", "leave the work to the running nodes, which begin within a minute")
        .action(async (options: secrets.RotateOptions) => secrets.rotate(options, await loadTables())),
    )
    .addCommand(
      operatorCommand(
        "reset",
        "Accept WEFT_SECRET after the former secret was lost; stored secrets must be saved again",
        ["weft admin secrets reset --yes"],
      )
        .option("--yes", "confirm that stored secrets which cannot be decrypted are lost")
        .action(secrets.reset),
    );
}

function jobsCommand(): Command {
  return new Command("jobs")
    .description("Background jobs that failed on every attempt")
    .addCommand(
      operatorCommand("list", "List failed jobs with their last error", [
        "weft admin jobs list",
        "weft admin jobs list --json",
      ])
        .option("--json", "print JSON, one object per line")
        .action(listFailed),
    )
    .addCommand(
      operatorCommand("retry", "Let failed jobs run again, after their cause is fixed", ["weft admin jobs retry <id>"])
        .argument("<id...>", "ids from weft admin jobs list")
        .action(retryFailed),
    );
}

function auditCommand(): Command {
  return new Command("audit")
    .description("Audit logs")
    .addCommand(
      operatorCommand("verify", "Verify the hash chain of the audit logs; exits with 1 on a gap or a changed entry", [
        "weft admin audit verify",
        "weft admin audit verify --org fall26",
      ])
        .option("--org <slug>", "verify this organization only")
        .action(audit.verify),
    )
    .addCommand(
      operatorCommand("erase", "Erase personal data from the audit log; the hash chain stays valid", [
        "weft admin audit erase --org fall26 --user <id>",
        "weft admin audit erase --org fall26 --value 203.0.113.7",
      ])
        .addOption(org())
        .option("--user <id>", "erase name, email, addresses and user agents of this user")
        .option("--value <text>", "erase this value, such as an address or an email, wherever it occurs")
        .action(audit.erase),
    );
}
