import ts from "typescript";

/**
 * Compiles the folder and writes the output next to its sources. Returns the errors of the program and of the
 * declarations that it uses, one per line. Those of the language are not checked: a conflict with them is also reported
 * in the other file. Those of Node take far longer than the rest, so the caller chooses.
 */
export function compileProgram(folder: string, compilerOptions: object, checked: "all" | "ours"): string[] {
  const { fileNames, options, errors } = ts.parseJsonConfigFileContent({ compilerOptions }, ts.sys, folder);
  const program = ts.createProgram(fileNames, options, hostFor(options));
  const files = program
    .getSourceFiles()
    .filter((file) => !program.isSourceFileDefaultLibrary(file) && (checked === "all" || !isOfNode(file)));
  const found = [
    ...errors,
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...files.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
    // One by one: emitting all at once would check all declarations first.
    ...files.flatMap((file) => program.emit(file).diagnostics),
  ];
  return found.map(
    ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
  );
}

function isOfNode(file: ts.SourceFile): boolean {
  return /\/node_modules\/(?:@types|undici-types)\//.test(file.fileName);
}

const declarations = new Map<string, ts.SourceFile | undefined>();

/** Caches each declaration file for all programs that parse it with the same options. */
function hostFor(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  return {
    ...host,
    getSourceFile(fileName, how, onError) {
      if (!fileName.endsWith(".d.ts")) return host.getSourceFile(fileName, how, onError);
      const key = JSON.stringify([fileName, how]);
      const known = declarations.get(key) ?? host.getSourceFile(fileName, how, onError);
      declarations.set(key, known);
      return known;
    },
  };
}
