/** The package has no types; the tests only need its writer. */
declare module "jsurl" {
  const jsurl: { stringify(value: unknown): string };
  export = jsurl;
}
