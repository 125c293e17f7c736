package dev.weft.client.loader;

/**
 * What is wrong with a load.
 *
 * @param rowNumber as a spreadsheet shows it: the header is row 1; null when it is about no row
 * @param columnName null when it is about no column
 * @param issueType such as INVALID_DATA
 * @param severity error or warning
 * @param message what is wrong
 * @param suggestion what to do; may be null
 * @param data the cell that it is about; may be null
 */
public record LoadIssue(
        Integer rowNumber,
        String columnName,
        String issueType,
        String severity,
        String message,
        String suggestion,
        String data) {}
