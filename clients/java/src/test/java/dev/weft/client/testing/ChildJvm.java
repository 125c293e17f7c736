package dev.weft.client.testing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a class of the tests in its own JVM. */
public final class ChildJvm {
    private ChildJvm() {}

    public static Process start(List<String> options, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(java().toString());
        command.addAll(options);
        command.addAll(List.of("-cp", classPath(), main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    public static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    /** Surefire hides the real class path behind its own jar. */
    public static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }
}
