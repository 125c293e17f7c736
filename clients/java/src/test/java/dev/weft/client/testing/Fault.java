package dev.weft.client.testing;

import java.util.Map;

/** The effect of the network on a call. */
public sealed interface Fault {

    /** A proxy responds instead of the service. */
    record Refuse(int status, Map<String, String> headers, String body) implements Fault {}

    /** The service has done its work, and the response is lost. */
    record SwallowAnswer() implements Fault {}

    /** The request does not reach the service. */
    record CutConnection() implements Fault {}

    /** The request does not reach the service, and the connection stays open. */
    record Hold() implements Fault {}

    /** The connection is closed after so many bytes of the response. */
    record CutAnswer(int afterBytes) implements Fault {}

    /** The response stops after so many bytes, and the connection stays open. */
    record Silence(int afterBytes) implements Fault {}

    static Fault refuse(int status) {
        return new Refuse(status, Map.of(), "");
    }

    /** With an immediate Retry-After. */
    static Fault refuseBriefly(int status) {
        return new Refuse(status, Map.of("Retry-After", "0"), "");
    }
}
