package dev.weft.client.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** A program of the README: compiled as printed, and run with the module. */
public final class ReadmeProgram {
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    private final String name;
    private final Path folder;

    private ReadmeProgram(String name, Path folder) {
        this.name = name;
        this.folder = folder;
    }

    public static ReadmeProgram compile(String name) throws IOException {
        return compile(name, find("public class " + name + " {"));
    }

    /** A fragment of a program that has a session. */
    public static ReadmeProgram compilePart(String text) throws IOException {
        String body = find(text);
        return compile("Part", """
                import dev.weft.client.*;
                import dev.weft.client.tasks.*;
                import dev.weft.client.workflows.*;
                import java.time.*;
                import java.util.*;

                class Part {
                    void run(Weft weft, String id) {
                        %s
                    }
                }
                """.formatted(body));
    }

    /** All warnings are errors. */
    private static ReadmeProgram compile(String name, String text) throws IOException {
        Path folder = Files.createDirectories(Contract.module().resolve("target/readme/" + name));
        Path source = Files.writeString(folder.resolve(name + ".java"), text);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int status = compiler.run(
                null, null, null, "-Xlint:all", "-Werror", "-proc:none", "-p", modulePath(), "--add-modules",
                "dev.weft.client", "-d", folder.toString(), source.toString());
        if (status != 0) {
            throw new AssertionError(name + " of the README does not compile.");
        }
        return new ReadmeProgram(name, folder);
    }

    public Process start(WeftService service, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ChildJvm.java().toString(), "-p", modulePath(), "--add-modules", "dev.weft.client", "-cp",
                folder.toString(), name));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("WEFT_API_KEY", service.credential("apiKey"));
        builder.environment().put("WEFT_ORG", service.credential("orgSlug"));
        builder.environment().put("WEFT_BASE_URL", service.baseUrl());
        return builder.start();
    }

    private static String find(String text) throws IOException {
        Matcher blocks = BLOCK.matcher(Files.readString(Contract.module().resolve("README.md")));
        while (blocks.find()) {
            if (blocks.group(1).contains(text)) {
                return blocks.group(1);
            }
        }
        throw new AssertionError("The README has no " + text);
    }

    /** The module itself and Jackson, as in a program. */
    private static String modulePath() {
        List<String> parts = Arrays.stream(ChildJvm.classPath().split(System.getProperty("path.separator")))
                .filter(part -> part.contains("jackson-"))
                .toList();
        return Contract.module().resolve("target/classes") + System.getProperty("path.separator")
                + String.join(System.getProperty("path.separator"), parts);
    }
}
