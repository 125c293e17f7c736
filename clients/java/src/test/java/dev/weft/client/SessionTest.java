package dev.weft.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weft.client.testing.FaultyProxy;
import dev.weft.client.testing.SeenCall;
import dev.weft.client.testing.SharedService;
import dev.weft.client.testing.WeftService;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.http.HttpClient;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(SharedService.class)
class SessionTest {

    @Test
    void whoLogsInIsKnownFromThenOn(WeftService service) {
        Weft weft = Weft.login(service.credential("apiKey"), service.credential("orgSlug"), service.baseUrl());

        assertEquals("demo", weft.whoami().org().slug());
        assertEquals("app", weft.whoami().actor().type());
    }

    @Test
    void theEnvironmentGivesKeyOrganizationAndBaseUrl(WeftService service) {
        Map<String, String> variables = Map.of(
                "WEFT_API_KEY", service.credential("apiKey"),
                "WEFT_ORG", service.credential("orgSlug"),
                "WEFT_BASE_URL", service.baseUrl());

        Weft weft = Weft.builder().environment(variables).build();

        assertEquals("demo", weft.whoami().org().slug());
    }

    @Test
    void anUnsetVariableIsNamed() {
        WeftBuilder builder = Weft.builder();

        IllegalStateException key = assertThrows(
                IllegalStateException.class, () -> builder.environment(Map.of("WEFT_ORG", "demo")));
        IllegalStateException org = assertThrows(
                IllegalStateException.class, () -> builder.environment(Map.of("WEFT_API_KEY", "x", "WEFT_ORG", " ")));
        Weft local = builder.environment(Map.of("WEFT_API_KEY", "app:x", "WEFT_ORG", "demo")).build();

        assertTrue(key.getMessage().startsWith("The environment variable WEFT_API_KEY is not set."));
        assertTrue(org.getMessage().startsWith("The environment variable WEFT_ORG is not set."));
        assertEquals("http://127.0.0.1:3000/api", local.baseUrl());
    }

    @Test
    void aNullInTheBuilderIsExplained() {
        WeftBuilder builder = Weft.builder();
        Map<String, Executable> calls = Map.of(
                "apiKey", () -> builder.apiKey(null),
                "orgSlug", () -> builder.orgSlug(null),
                "baseUrl", () -> builder.baseUrl(null),
                "accessToken", () -> builder.accessToken(null),
                "email", () -> builder.password(null, "x"),
                "password", () -> builder.password("x", null));

        calls.forEach((name, call) -> {
            IllegalArgumentException error = assertThrows(IllegalArgumentException.class, call);
            assertTrue(error.getMessage().startsWith(name + " is null."), error.getMessage());
            assertTrue(error.getMessage().contains("environment variable"), error.getMessage());
        });
    }

    @Test
    void aWrongKeyIsToldWhenLoggingIn(WeftService service) {
        UnauthenticatedException error = assertThrows(
                UnauthenticatedException.class, () -> Weft.login("app:weft_wrong", "demo", service.baseUrl()));

        assertEquals(401, error.status());
        assertFalse(error.toString().contains("weft_wrong"));
    }

    @Test
    void aUserSignsInWithAPasswordOnce(WeftService service) {
        try (FaultyProxy proxy = new FaultyProxy(service.baseUrl())) {
            Weft user = userOf(service, proxy.baseUrl());

            assertEquals("user", user.whoami().actor().type());
            user.whoami();

            assertEquals(1, proxy.count("/login"));
        }
    }

    @Test
    void aUserWhoseTokenIsNoLongerGoodSignsInAgain(WeftService service) {
        try (FaultyProxy proxy = new FaultyProxy(service.baseUrl())) {
            Weft user = userOf(service, proxy.baseUrl());
            user.whoami();
            user.call("logout");

            assertEquals("user", user.whoami().actor().type());
            assertEquals(2, proxy.count("/login"));
        }
    }

    @Test
    void aWrongPasswordIsToldAndTriedAgainWithTheNextCall(WeftService service) {
        Weft stranger = Weft.builder()
                .password("owner@demo.example", "guessed-wrong")
                .orgSlug("demo")
                .baseUrl(service.baseUrl())
                .build();

        UnauthenticatedException error = assertThrows(UnauthenticatedException.class, stranger::whoami);
        assertThrows(UnauthenticatedException.class, stranger::whoami);

        assertFalse(error.toString().contains("guessed-wrong"));
    }

    @Test
    void aTokenIsAsGoodAsAKey(WeftService service) {
        JsonNode login = Weft.builder().baseUrl(service.baseUrl()).build()
                .call("login", OperationInput.options().body(Map.of(
                        "email", service.credential("email"),
                        "password", service.credential("password"),
                        "orgSlug", service.credential("orgSlug"))));

        Weft weft = Weft.builder()
                .accessToken(login.get("accessToken").asText())
                .baseUrl(service.baseUrl())
                .build();

        assertEquals("user", weft.whoami().actor().type());
    }

    @Test
    void everyCallNamesTheProgramAndItsOrganization(WeftService service) {
        try (FaultyProxy proxy = new FaultyProxy(service.baseUrl())) {
            service.builder(proxy.baseUrl() + "/").userAgent("erp-bridge/2.1").build().whoami();

            SeenCall call = proxy.calls().get(0);
            assertEquals("erp-bridge/2.1", call.header("user-agent"));
            assertEquals("demo", call.header("x-api-org"));
            assertEquals(service.credential("apiKey"), call.header("x-api-key"));
        }
    }

    @Test
    void theHttpClientMayBeTheCallersOwnUnlessItFollowsRedirects(WeftService service) {
        HttpClient follower =
                HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();

        Weft weft = service.builder(service.baseUrl()).httpClient(HttpClient.newHttpClient()).build();

        assertEquals("demo", weft.whoami().org().slug());
        assertThrows(IllegalArgumentException.class, () -> Weft.builder().httpClient(follower));
    }

    @ParameterizedTest
    @ValueSource(strings = {"app:secret-ß", "app:secret\n", "", " "})
    void aKeyThatNoHeaderCanCarryIsRefusedAndNotShown(String key) {
        WeftBuilder builder = Weft.builder().apiKey(key).orgSlug("demo");

        IllegalArgumentException error = assertThrows(IllegalArgumentException.class, builder::build);

        assertFalse(error.toString().contains("secret"));
    }

    @Test
    void aKeyNeedsItsOrganization() {
        assertThrows(IllegalArgumentException.class, () -> Weft.builder().apiKey("app:x").build());
        assertThrows(
                IllegalArgumentException.class, () -> Weft.builder().password("a@b.example", "x").build());
    }

    @Test
    void nothingPrintsTheCredentials() {
        WeftBuilder builder = Weft.builder().apiKey("app:secret").orgSlug("demo").password("a@b.example", "secret");

        Weft weft = builder.build();
        String printed = builder + " " + weft + " " + weft.async() + " " + weft.entities();

        assertFalse(printed.contains("secret"), printed);
    }

    @Test
    void whatGoesWrongCanBeSerialized(WeftService service) throws IOException, ClassNotFoundException {
        NotFoundException error = assertThrows(
                NotFoundException.class, () -> service.weft().entities().get("item", "AAAAAAAAAAAAAAAA"));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(error);

        ApiException read =
                (ApiException) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();

        assertEquals(error.getClass(), read.getClass());
        assertEquals(List.of(404, "not-found"), List.of(read.status(), read.code()));
        assertEquals(error.problem().detail(), read.problem().detail());
        assertEquals(error.requestId(), read.requestId());
        assertTrue(read.headers().map().isEmpty());
    }

    @Test
    void anOperationThatDoesNotExistIsToldAtOnce(WeftService service) {
        Weft weft = service.weft();

        assertThrows(IllegalArgumentException.class, () -> weft.call("list-things", OperationInput.options()));
        assertThrows(IllegalArgumentException.class, () -> weft.call("get-item", OperationInput.options()));
        assertSame(weft.mapper(), weft.mapper());
    }

    private static Weft userOf(WeftService service, String baseUrl) {
        return Weft.builder()
                .password(service.credential("email"), service.credential("password"))
                .orgSlug(service.credential("orgSlug"))
                .baseUrl(baseUrl)
                .build();
    }
}
