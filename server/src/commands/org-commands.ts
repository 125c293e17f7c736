import { Command, Option } from "commander";
import { allowPasswords, createOrgBySlug } from "./admin-actions.ts";
import { moveOrgToWorker } from "./distribute-actions.ts";
import { operatorCommand } from "./operator-command.ts";
import * as orgs from "./org-actions.ts";
import { exportToFile, importFromFile } from "./org-archive-actions.ts";

const json = () => new Option("--json", "print JSON, one object per line");

/** weft admin orgs. */
export function orgsCommand(): Command {
  const commands = [
    createCommand(),
    ...readingCommands(),
    suspendCommand(),
    operatorCommand("resume", "Resume a suspended organization, and cancel its deletion", [
      "weft admin orgs resume fall26",
    ])
      .argument("<slug>")
      .action(orgs.resume),
    ...slugCommands(),
    deleteCommand(),
    ...archiveCommands(),
    moveCommand(),
    operatorCommand("allow-passwords", "Allow passwords again if single sign-on is required", [
      "weft admin orgs allow-passwords fall26",
    ])
      .argument("<slug>")
      .action(allowPasswords),
  ];
  return commands
    .reduce((parent, command) => parent.addCommand(command), new Command("orgs"))
    .description("Organizations");
}

function createCommand(): Command {
  return operatorCommand("create", "Create an organization", ['weft admin orgs create fall26 --name "Fall 2026"'])
    .argument("<slug>")
    .option("--name <name>", "its name (default: the slug)")
    .action(createOrgBySlug);
}

function readingCommands(): Command[] {
  return [
    operatorCommand("list", "List organizations with their size and last activity", [
      "weft admin orgs list",
      "weft admin orgs list --status suspended --json",
    ])
      .addOption(new Option("--status <status>", "only these").choices(["active", "suspended", "deleting"]))
      .addOption(json())
      .action(orgs.listOrgs),
    operatorCommand("show", "Show an organization, or the receipt of a deleted one", ["weft admin orgs show fall26"])
      .argument("<slug>")
      .addOption(json())
      .action(orgs.showOrg),
    operatorCommand("receipts", "List requested, running and completed deletions", ["weft admin orgs receipts --json"])
      .addOption(json())
      .action(orgs.listReceipts),
  ];
}

function slugCommands(): Command[] {
  return [
    operatorCommand("rename", "Give an organization another slug; the old one works for another 90 days", [
      "weft admin orgs rename fall26 autumn26",
    ])
      .argument("<slug>")
      .argument("<newSlug>")
      .action(orgs.rename),
    operatorCommand("release-slug", "Give up a former slug before its 90 days are over", [
      "weft admin orgs release-slug autumn26 fall26",
    ])
      .argument("<slug>")
      .argument("<formerSlug>")
      .action(orgs.release),
  ];
}

function archiveCommands(): Command[] {
  return [
    operatorCommand("export", "Write an organization to an archive, without secrets", [
      "weft admin orgs export fall26 fall26.tar.gz",
      "weft admin orgs export fall26 - | ssh other 'cat > fall26.tar.gz'",
    ])
      .argument("<slug>")
      .argument("<file>", "a new file, or - for standard output")
      .action(exportToFile),
    operatorCommand("import", "Create an organization from an archive; repeated after an interruption, it continues", [
      "weft admin orgs import fall26.tar.gz",
      "weft admin orgs import fall26.tar.gz --new-ids --slug fall26-copy",
    ])
      .argument("<file>", "a file from weft admin orgs export")
      .option("--slug <slug>", "another slug than that of the archive")
      .option("--new-ids", "give everything new ids, to import it beside the original")
      .action(importFromFile),
  ];
}

function moveCommand(): Command {
  return operatorCommand("move", "Move an organization to another worker of a distributed database", [
    "weft admin orgs move fall26 --to worker-2.example",
  ])
    .argument("<slug>")
    .requiredOption("--to <worker>", "the address of the worker, as Citus knows it")
    .option("--block-writes", "let writes wait during the move, which is faster")
    .action(moveOrgToWorker);
}

function suspendCommand(): Command {
  return operatorCommand("suspend", "Reject all requests and sign-ins of an organization, and pause its work", [
    'weft admin orgs suspend fall26 --reason "The invoice of March is unpaid."',
  ])
    .argument("<slug>")
    .requiredOption("--reason <text>", "why; shown to the members of the organization")
    .action(orgs.suspend);
}

function deleteCommand(): Command {
  return operatorCommand("delete", "Suspend an organization now, and delete it with all its data later", [
    "weft admin orgs delete fall26",
    "weft admin orgs delete fall26 --wait-days 30",
    "weft admin orgs delete fall26 --now --confirm fall26",
  ])
    .argument("<slug>")
    .option("--wait-days <days>", "days until the deletion; until then, resume cancels it", Number, 7)
    .option("--now", "delete within two minutes; only for a suspended organization")
    .option("--confirm <slug>", "the slug again, instead of typing it")
    .action(orgs.requestDeletionOfOrg);
}
