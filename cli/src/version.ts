/** As in package.json; a test compares. */
export const cliVersion = "0.1.0";
