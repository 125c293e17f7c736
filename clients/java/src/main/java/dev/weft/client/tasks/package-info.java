/** Tasks of workflows, for whoever outside is waited for. Begin at {@link dev.weft.client.tasks.Tasks}. */
package dev.weft.client.tasks;
