/** Starting workflows, and their processes. Start at {@link dev.weft.client.workflows.Workflows}. */
package dev.weft.client.workflows;
