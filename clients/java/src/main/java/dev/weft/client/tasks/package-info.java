/** Tasks of workflows, for external workers. Start at {@link dev.weft.client.tasks.Tasks}. */
package dev.weft.client.tasks;
