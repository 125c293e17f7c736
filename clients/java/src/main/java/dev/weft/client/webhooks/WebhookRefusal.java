package dev.weft.client.webhooks;

/** Why a message is not trusted. */
public enum WebhookRefusal {
    /** One of the three headers of a signature is not there. */
    MISSING_HEADER,
    /** A header is not as it is sent. */
    MALFORMED_HEADER,
    /** It was sent too long ago: perhaps somebody has kept it and sends it again. */
    TOO_OLD,
    /** It comes from ahead of this machine's clock. */
    TOO_NEW,
    /** No signature is by one of the secrets. */
    WRONG_SIGNATURE,
    /** It is signed, but no message of a webhook. */
    MALFORMED_BODY
}
