package dev.weft.client.webhooks;

/** Why a message is not trusted. */
public enum WebhookRefusal {
    /** One of the three signature headers is missing. */
    MISSING_HEADER,
    /** A header is malformed. */
    MALFORMED_HEADER,
    /** It was sent too long ago: it may be a replay attack. */
    TOO_OLD,
    /** It is in the future of this machine's clock. */
    TOO_NEW,
    /** No signature matches one of the secrets. */
    WRONG_SIGNATURE,
    /** It is signed, but is not a webhook message. */
    MALFORMED_BODY
}
