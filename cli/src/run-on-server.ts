interface OperatorModule {
  runOperatorCommand(argv: readonly string[]): Promise<void>;
}

/** These commands run on the server: they need the server package, which a client installation does not have. */
export async function runOnServer(argv: readonly string[]): Promise<void> {
  const server = await loadServer();
  if (server === undefined) {
    console.error("weft: this command runs on the server, where the package @weft/server is installed.");
    process.exitCode = 1;
    return;
  }
  await server.runOperatorCommand(argv);
}

async function loadServer(): Promise<OperatorModule | undefined> {
  // Not a literal: the CLI is built without the server.
  const name: string = "@weft/server/operator";
  try {
    import.meta.resolve(name);
  } catch {
    return undefined;
  }
  const loaded: unknown = await import(name);
  return isOperatorModule(loaded) ? loaded : undefined;
}

function isOperatorModule(loaded: unknown): loaded is OperatorModule {
  return typeof loaded === "object" && loaded !== null && "runOperatorCommand" in loaded;
}
