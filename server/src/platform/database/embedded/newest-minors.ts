/**
 * The newest minor release of each major version of PostgreSQL that was known when this was written. Update both from
 * https://www.postgresql.org/support/versioning/ with each release of Weft.
 */
export const newestMinors = {
  recordedOn: "2026-11-19",
  minors: new Map([
    [15, 19],
    [16, 15],
    [17, 11],
    [18, 6],
  ]),
};
