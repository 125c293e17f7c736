package dev.weft.client.testing;

import java.util.Map;

/** What the network does to a call. */
public sealed interface Fault {

    /** Somebody on the way answers in place of the service. */
    record Refuse(int status, Map<String, String> headers, String body) implements Fault {}

    /** The service has done its work, and nobody hears of it. */
    record SwallowAnswer() implements Fault {}

    /** Nothing reaches the service. */
    record CutConnection() implements Fault {}

    /** Nothing reaches the service, and the connection stays. */
    record Hold() implements Fault {}

    /** The connection is closed behind so many bytes of the answer. */
    record CutAnswer(int afterBytes) implements Fault {}

    /** The answer stops after so many bytes, and the connection stays. */
    record Silence(int afterBytes) implements Fault {}

    static Fault refuse(int status) {
        return new Refuse(status, Map.of(), "");
    }

    /** With leave to come back at once. */
    static Fault refuseBriefly(int status) {
        return new Refuse(status, Map.of("Retry-After", "0"), "");
    }
}
