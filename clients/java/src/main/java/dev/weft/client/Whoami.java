package dev.weft.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * The owner of the credentials, and its permissions.
 *
 * @param org the organization
 * @param actor the user or app
 * @param role a user's role; null for an app
 * @param isAdministrator whether it has all permissions
 * @param rights permissions on product data, each with verbs and a type path
 */
public record Whoami(Org org, Actor actor, String role, boolean isAdministrator, List<JsonNode> rights) {

    /**
     * An organization.
     *
     * @param id its id
     * @param slug its short name, used with credentials
     * @param name its name
     */
    public record Org(String id, String slug, String name) {}

    /**
     * The user or app.
     *
     * @param id of the user or app
     * @param type user or app
     * @param name its name
     * @param email a user's; null for an app
     */
    public record Actor(String id, String type, String name, String email) {}
}
