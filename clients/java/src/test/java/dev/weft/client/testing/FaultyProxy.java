package dev.weft.client.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * A proxy between a client and a service that simulates network errors. Each call has its own connection, and a client
 * that disconnects ends its call at the service too.
 */
public final class FaultyProxy implements AutoCloseable {
    private static final Set<String> OWN_HEADERS =
            Set.of("host", "connection", "content-length", "transfer-encoding", "upgrade", "http2-settings");

    private final ServerSocket server;
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String address;
    private final List<SeenCall> calls = new CopyOnWriteArrayList<>();
    private final AtomicInteger hungUp = new AtomicInteger();
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile Function<SeenCall, Fault> judge = call -> null;

    /** In front of the service at this base URL. */
    public FaultyProxy(String baseUrl) {
        this(baseUrl, 0);
    }

    /** At a port that was free before. */
    public FaultyProxy(String baseUrl, int port) {
        this.address = baseUrl;
        try {
            server = new ServerSocket(port, 50, InetAddress.getByName("127.0.0.1"));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        executor.execute(this::accept);
    }

    public String baseUrl() {
        return "http://127.0.0.1:" + server.getLocalPort() + "/api";
    }

    public List<SeenCall> calls() {
        return calls;
    }

    public long count(String pathPart) {
        return calls.stream().filter(call -> call.path().contains(pathPart)).count();
    }

    /** How many calls were held until their client disconnected. */
    public int hungUp() {
        return hungUp.get();
    }

    /** Sets the effect on calls from now on; null passes them through. */
    public void judge(Function<SeenCall, Fault> next) {
        judge = next;
    }

    /** Sets the effects on the next calls, in order; null passes one through. */
    public void next(Fault... faults) {
        Queue<Fault> waiting = new LinkedList<>(Arrays.asList(faults));
        judge = call -> {
            synchronized (waiting) {
                return waiting.poll();
            }
        };
    }

    @Override
    public void close() {
        closing.countDown();
        try {
            server.close();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        executor.shutdownNow();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                executor.execute(() -> serve(socket));
            }
        } catch (IOException closed) {
            // The proxy was closed.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            SeenCall call = SeenCall.read(socket.getInputStream());
            if (call != null) {
                calls.add(call);
                suffer(judge.apply(call), socket, call);
            }
        } catch (IOException gone) {
            // The client has disconnected, or the service is down: the socket is closed either way.
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
        }
    }

    private void suffer(Fault fault, Socket socket, SeenCall call) throws IOException, InterruptedException {
        if (fault instanceof Fault.Refuse rejection) {
            Map<String, List<String>> headers = new LinkedHashMap<>();
            rejection.headers().forEach((name, value) -> headers.put(name, List.of(value)));
            byte[] body = rejection.body().getBytes(StandardCharsets.UTF_8);
            write(socket, rejection.status(), headers, body, Integer.MAX_VALUE);
        } else if (fault instanceof Fault.SwallowAnswer) {
            forward(socket, call);
        } else if (fault instanceof Fault.CutAnswer cut) {
            passOn(socket, call, cut.afterBytes());
        } else if (fault instanceof Fault.Silence silence) {
            passOn(socket, call, silence.afterBytes());
            closing.await();
        } else if (fault instanceof Fault.Hold) {
            waitUntilGone(socket);
            hungUp.incrementAndGet();
        } else if (fault == null) {
            passOn(socket, call, Integer.MAX_VALUE);
        }
    }

    private void passOn(Socket socket, SeenCall call, int bytesMax) throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = forward(socket, call);
        write(socket, answer.statusCode(), answer.headers().map(), answer.body(), bytesMax);
    }

    private HttpResponse<byte[]> forward(Socket socket, SeenCall call) throws IOException, InterruptedException {
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(address + call.path()))
                .method(
                        call.method(),
                        call.body().length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(call.body()));
        call.headers().forEach((name, value) -> {
            if (!OWN_HEADERS.contains(name)) {
                builder.header(name, value);
            }
        });
        CompletableFuture<HttpResponse<byte[]>> sent = client.sendAsync(builder.build(), BodyHandlers.ofByteArray());
        executor.execute(() -> cancelWhenGone(socket, sent));
        try {
            return sent.get();
        } catch (ExecutionException | CancellationException error) {
            throw new IOException(error);
        }
    }

    private static void cancelWhenGone(Socket socket, CompletableFuture<?> sent) {
        waitUntilGone(socket);
        sent.cancel(true);
    }

    /** A client that waits for its response sends nothing; a readable socket means that it has disconnected. */
    private static void waitUntilGone(Socket socket) {
        try {
            socket.getInputStream().read();
        } catch (IOException gone) {
            // Treated as the end.
        }
    }

    private static void write(
            Socket socket, int status, Map<String, List<String>> headers, byte[] body, int bytesMax)
            throws IOException {
        StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " x\r\n");
        headers.forEach((name, values) -> values.forEach(value -> {
            if (!OWN_HEADERS.contains(name.toLowerCase())) {
                head.append(name).append(": ").append(value).append("\r\n");
            }
        }));
        head.append(status == 204 || status == 304 ? "" : "content-length: " + body.length + "\r\n");
        head.append("connection: close\r\n\r\n");
        OutputStream target = socket.getOutputStream();
        target.write(head.toString().getBytes(StandardCharsets.UTF_8));
        target.write(body, 0, Math.min(bytesMax, body.length));
        target.flush();
    }
}
