package dev.weft.client;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * One page of a list.
 *
 * @param <T> the type of results
 * @param results in order
 * @param nextPageKey present while there are more
 * @param total present if requested
 */
public record Page<T>(List<T> results, Optional<String> nextPageKey, OptionalLong total) {

    /**
     * The same page with converted results.
     *
     * @param <R> the new type
     * @param change converts each result
     * @return a new page
     */
    public <R> Page<R> map(Function<? super T, ? extends R> change) {
        List<R> changed = results.stream().<R>map(change).toList();
        return new Page<>(changed, nextPageKey, total);
    }
}
