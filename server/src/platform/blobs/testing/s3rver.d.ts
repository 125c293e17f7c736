/** The package has no types. */
declare module "s3rver" {
  import type { IncomingMessage, Server } from "node:http";
  import type { AddressInfo } from "node:net";

  interface Context {
    readonly req: IncomingMessage;
    readonly method: string;
    readonly path: string;
    readonly query: Readonly<Record<string, string | undefined>>;
    status: number;
    /** An object is sent as XML. */
    body: object | string;
  }

  class S3rver {
    readonly httpServer: Server;
    /** Of Koa, in the order in which they handle a request. */
    readonly middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[];
    constructor(options: {
      readonly address: string;
      readonly port: number;
      readonly silent: boolean;
      readonly directory: string;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
  export = S3rver;
}
