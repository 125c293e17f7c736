import ts from "typescript";

/**
 * Compiles what lies in the folder and writes it beside its sources; answers what is wrong with it, and with the
 * declarations that it uses, each in a line. Whether those of the language and of Node, which are others', bear ours
 * takes far longer to check than the rest, so the caller says when.
 */
export function compileProgram(folder: string, compilerOptions: object, checked: "all" | "ours"): string[] {
  const { fileNames, options, errors } = ts.parseJsonConfigFileContent({ compilerOptions }, ts.sys, folder);
  const program = ts.createProgram(fileNames, options, hostFor(options));
  const files = program.getSourceFiles().filter((file) => checked === "all" || !isOfOthers(program, file));
  const found = [
    ...errors,
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...files.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
    // One by one: whoever emits all at once has all declarations checked first.
    ...files.flatMap((file) => program.emit(file).diagnostics),
  ];
  return found.map(
    ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
  );
}

function isOfOthers(program: ts.Program, file: ts.SourceFile): boolean {
  return program.isSourceFileDefaultLibrary(file) || /\/node_modules\/(?:@types|undici-types)\//.test(file.fileName);
}

const declarations = new Map<string, ts.SourceFile | undefined>();

/** Reads each file of declarations once for all programs that read it in the same way. */
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
