package dev.weft.client;

/**
 * One fault of a request.
 *
 * @param pointer a JSON pointer into the body, such as {@code #/name}, or the name of a parameter
 * @param code a stable word for programs
 * @param detail what is wrong there
 */
public record RequestFault(String pointer, String code, String detail) {}
