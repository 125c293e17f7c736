package dev.weft.client.loader;

/**
 * An issue of a load.
 *
 * @param rowNumber as a spreadsheet shows it: the header is row 1; null without a row
 * @param columnName null without a column
 * @param issueType such as INVALID_DATA
 * @param severity error or warning
 * @param message what is wrong
 * @param suggestion what to do; may be null
 * @param data the cell; may be null
 */
public record LoadIssue(
        Integer rowNumber,
        String columnName,
        String issueType,
        String severity,
        String message,
        String suggestion,
        String data) {}
