package dev.weft.client;

/**
 * One error of a request.
 *
 * @param pointer a JSON pointer into the body, such as {@code #/name}, or the name of a parameter
 * @param code a stable code for programs
 * @param detail what is wrong
 */
public record RequestFault(String pointer, String code, String detail) {}
