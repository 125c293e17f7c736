package dev.weft.client.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weft.client.Weft;
import dev.weft.client.WeftBuilder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The real service of this checkout, with its own data folder. */
public final class WeftService implements AutoCloseable {
    private static final Pattern READY = Pattern.compile("ready at (http://[^ ]+)");
    private static final long START_SECONDS = 120;

    private final Path dataDir;
    private Process process;
    private String address;

    private WeftService(Path dataDir) {
        this.dataDir = dataDir;
    }

    public static WeftService start() {
        try {
            WeftService service = new WeftService(Files.createTempDirectory("weft-java-"));
            Runtime.getRuntime().addShutdownHook(new Thread(service::kill));
            service.run("0");
            return service;
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    public void stop() {
        process.destroy();
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                kill();
            }
        } catch (InterruptedException error) {
            throw new IllegalStateException(error);
        }
    }

    /** At the same address, with its stored data. */
    public void startAgain() {
        run(address.substring(address.lastIndexOf(':') + 1));
    }

    public String baseUrl() {
        return address + "/api";
    }

    public Path dataDir() {
        return dataDir;
    }

    public String credential(String name) {
        try {
            JsonNode credentials = new ObjectMapper().readTree(dataDir.resolve("first-credentials.json").toFile());
            return credentials.path(name).asText();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /** A session with another base URL. */
    public WeftBuilder builder(String baseUrl) {
        return Weft.builder().apiKey(credential("apiKey")).orgSlug(credential("orgSlug")).baseUrl(baseUrl);
    }

    public Weft weft() {
        return builder(baseUrl()).build();
    }

    @Override
    public void close() {
        stop();
        try (Stream<Path> paths = Files.walk(dataDir)) {
            paths.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private void run(String port) {
        try {
            ProcessBuilder builder = new ProcessBuilder(List.of("node", command().toString(), "serve"));
            builder.environment().put("PORT", port);
            builder.environment().put("DATA_DIR", dataDir.toString());
            builder.environment().put("WEFT_RATE_LIMIT", "off");
            builder.environment().put("SHUTDOWN_DELAY", "0");
            // Webhooks are sent to servers of the tests.
            builder.environment().put("WEFT_OUTBOUND_ALLOW", "127.0.0.0/8");
            builder.directory(dataDir.toFile()).redirectErrorStream(true);
            process = builder.start();
            address = waitUntilReady();
        } catch (IOException error) {
            throw new UncheckedIOException("Is node on the PATH?", error);
        } catch (InterruptedException error) {
            throw new IllegalStateException(error);
        }
    }

    private static Path command() {
        Path checkout = Path.of(System.getProperty("weft.checkout", "../..")).toAbsolutePath().normalize();
        if (!Files.exists(checkout.resolve("cli/dist/main.js"))) {
            throw new IllegalStateException("The service in " + checkout + " is not built. Run there: npm ci");
        }
        return checkout.resolve("cli/bin/weft.mjs");
    }

    private String waitUntilReady() throws InterruptedException {
        BlockingQueue<String> ready = new ArrayBlockingQueue<>(1);
        StringBuffer said = new StringBuffer();
        Thread reader = new Thread(() -> readOutput(ready, said), "weft-service-output");
        reader.setDaemon(true);
        reader.start();
        String found = ready.poll(START_SECONDS, TimeUnit.SECONDS);
        if (found == null || found.isEmpty()) {
            kill();
            throw new IllegalStateException("The service did not start:\n" + said);
        }
        return found;
    }

    /** Keeps reading after the start, because a full pipe would block the service. */
    private void readOutput(BlockingQueue<String> ready, StringBuffer said) {
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                Matcher matcher = READY.matcher(line);
                if (matcher.find()) {
                    ready.offer(matcher.group(1));
                } else if (!line.contains("key") && !line.contains("password")) {
                    said.append(line).append('\n');
                }
            }
        } catch (IOException error) {
            said.append(error);
        }
        ready.offer("");
    }

    private void kill() {
        if (process != null && process.isAlive()) {
            process.destroyForcibly();
        }
    }
}
