package dev.weft.client;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * One page of a list.
 *
 * @param <T> what is listed
 * @param results in their order
 * @param nextPageKey present while there are more
 * @param total present when it was asked for
 */
public record Page<T>(List<T> results, Optional<String> nextPageKey, OptionalLong total) {

    /**
     * The same page of something else.
     *
     * @param <R> what that is
     * @param change what becomes of each result
     * @return another page
     */
    public <R> Page<R> map(Function<? super T, ? extends R> change) {
        List<R> changed = results.stream().<R>map(change).toList();
        return new Page<>(changed, nextPageKey, total);
    }
}
