/** Only on the server: these are in the server package. */
export const operatorCommands: Readonly<Record<string, string>> = {
  serve: "Start the service",
  migrate: "Migrate the schema of the database, or print what that would do",
  admin:
    "Manage organizations, users, keys and tokens; reset passwords; rotate the secret; back up and restore; distribute the database; install a service of systemd",
  doctor: "Check configuration, database, disk, clock and other dependencies of the service",
  health: "Check whether the service on this machine is ready",
};
