/** The version in package.json; a test compares them. */
export const cliVersion = "0.1.0";
