/** Messages that the service sends. Begin at {@link dev.weft.client.webhooks.WebhookVerifier}. */
package dev.weft.client.webhooks;
