package dev.weft.client.webhooks;

/** A message that was not sent by the service, or not now. Respond with 400 or 401, and do nothing else. */
public class WebhookVerificationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why it is not trusted. */
    private final WebhookRefusal reason;

    /**
     * Creates the exception.
     *
     * @param reason why it is not trusted
     * @param message the message
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
