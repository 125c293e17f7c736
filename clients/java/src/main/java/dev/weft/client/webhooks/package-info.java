/** Messages that the service sends. Start at {@link dev.weft.client.webhooks.WebhookVerifier}. */
package dev.weft.client.webhooks;
