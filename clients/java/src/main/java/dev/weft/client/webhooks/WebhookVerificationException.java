package dev.weft.client.webhooks;

/** A message that is not what the service has sent, or not now. Answer it with 400 or 401, and do nothing else. */
public class WebhookVerificationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why it is not trusted. */
    private final WebhookRefusal reason;

    /**
     * Tells of a message that is not trusted.
     *
     * @param reason why
     * @param message in words
     */
    public WebhookVerificationException(WebhookRefusal reason, String message) {
        super(message);
        this.reason = reason;
    }

    /**
     * Why it is not trusted.
     *
     * @return never null
     */
    public WebhookRefusal reason() {
        return reason;
    }
}
