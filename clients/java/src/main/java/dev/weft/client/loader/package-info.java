/** Loads of CSV files. Start at {@link dev.weft.client.loader.Loader}. */
package dev.weft.client.loader;
