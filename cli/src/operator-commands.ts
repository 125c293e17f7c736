/** On the server's machine only: the server package has them. */
export const operatorCommands: Readonly<Record<string, string>> = {
  serve: "Start the service",
  admin: "Create organizations, users, keys and tokens; reset passwords; back up and restore",
  doctor: "Look at configuration, database, disk, clock and what else the service needs",
};
