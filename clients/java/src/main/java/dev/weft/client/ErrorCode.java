package dev.weft.client;

import dev.weft.client.internal.Enums;

/** The codes of problems, for {@link ApiException#errorCode()} and {@link Problem#errorCode()}. */
public enum ErrorCode {
    /** Invalid JSON body (400). */
    INVALID_JSON,

    /** Invalid request (400). */
    INVALID_REQUEST,

    /** Invalid query object (400). */
    INVALID_QUERY_OBJECT,

    /** Batch rejected (400). */
    BATCH_FAILED,

    /** Authentication failed (401). */
    UNAUTHENTICATED,

    /** Sign-in failed (401). */
    LOGIN_FAILED,

    /** Single sign-on failed (401). */
    SSO_FAILED,

    /** Single sign-on required (403). */
    SSO_REQUIRED,

    /** Inbound webhook authentication failed (401). */
    WEBHOOK_REFUSED,

    /** Organization suspended (403). */
    ORG_SUSPENDED,

    /** Missing or invalid CSRF token (403). */
    CSRF_TOKEN_MISSING,

    /** Permission denied (403). */
    FORBIDDEN,

    /** Unknown entity kind (404). */
    UNKNOWN_ENTITY_TYPE,

    /** Not found (404). */
    NOT_FOUND,

    /** Method not allowed (405). */
    METHOD_NOT_ALLOWED,

    /** Not acceptable (406). */
    NOT_ACCEPTABLE,

    /** Conflict (409). */
    CONFLICT,

    /** Upload offset mismatch (409). */
    WRONG_OFFSET,

    /** Download link expired (410). */
    LINK_EXPIRED,

    /** Cursor not available (410). */
    CURSOR_GONE,

    /** Version mismatch (412). */
    VERSION_MISMATCH,

    /** Request body too large (413). */
    BODY_TOO_LARGE,

    /** URL too long (414). */
    URL_TOO_LONG,

    /** Unsupported media type (415). */
    UNSUPPORTED_MEDIA_TYPE,

    /** No thumbnail (415). */
    NO_THUMBNAIL,

    /** Range not satisfiable (416). */
    RANGE_NOT_SATISFIABLE,

    /** Idempotency key reused with a different body (422). */
    IDEMPOTENCY_KEY_REUSED,

    /** Too many requests (429). */
    RATE_LIMITED,

    /** Too many failed sign-in attempts (429). */
    LOGIN_SLOWED,

    /** Request headers too large (431). */
    HEADERS_TOO_LARGE,

    /** Internal error (500). */
    INTERNAL_ERROR,

    /** Service unavailable (503). */
    UNAVAILABLE,

    /** Write outcome unknown (504). */
    OUTCOME_UNKNOWN,

    /** Process did not end in time (504). */
    STILL_RUNNING,

    /** File content not on this node (503). */
    BYTES_NOT_HERE,

    /** Storage full (507). */
    STORAGE_FULL,

    /** No response: the service could not be reached, or the connection was lost. */
    UNREACHABLE,

    /** No response within the timeout or the deadline. */
    TIMED_OUT,

    /** The response did not come from Weft. */
    FOREIGN_ANSWER,

    /** A code that this version of the client does not know. */
    UNKNOWN;

    static ErrorCode of(String code) {
        return Enums.read(ErrorCode.class, code, UNKNOWN);
    }
}
