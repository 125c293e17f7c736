/** Loads of CSV files. Begin at {@link dev.weft.client.loader.Loader}. */
package dev.weft.client.loader;
