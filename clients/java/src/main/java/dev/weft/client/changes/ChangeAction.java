package dev.weft.client.changes;

import dev.weft.client.internal.Enums;

/** What a change did to its entity. */
public enum ChangeAction {
    /** The entity was created. */
    CREATE,

    /** Properties were changed. */
    UPDATE,

    /** The entity was deleted. */
    DELETE,

    /** A value that this version of the client does not know. */
    UNKNOWN;

    static ChangeAction of(String text) {
        return Enums.read(ChangeAction.class, text, UNKNOWN);
    }
}
