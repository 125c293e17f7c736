import { spawnSync } from "node:child_process";

/** What happens to packets between one node and PostgreSQL. Requests to the node pass. */
export type NetworkFailure =
  | { readonly kind: "partition" | "node cannot send" | "node cannot receive" }
  | { readonly kind: "loss"; readonly percent: number };

/** The place of a node in the network: a namespace, of which it sees nothing else. */
export interface NetworkPlace {
  readonly address: string;
  /** A command before another one, which then runs there. */
  readonly launcher: readonly string[];
  break(failure: NetworkFailure, postgresPort: number): void;
  heal(): void;
}

/**
 * A network of this machine, a router and nodes, each in a namespace. The router forwards, and drops by nftables: both
 * ends notice nothing but silence, as with a failed cable. Needs root, ip and nft.
 */
export class NodeNetwork {
  /** Of this machine, as nodes see it. */
  readonly hostAddress: string;
  readonly #name: string;
  readonly #prefix: string;
  readonly #places: string[] = [];

  constructor() {
    // Several runs on a machine have their own. The range is reserved for tests of networks (RFC 2544).
    this.#name = `weft${process.pid}`;
    this.#prefix = `198.18.${process.pid % 256}`;
    this.hostAddress = `${this.#prefix}.1`;
    addNamespace(this.#name);
    run("ip", "link", "add", this.#name, "type", "veth", "peer", "name", "host", "netns", this.#name);
    run("ip", "address", "add", `${this.hostAddress}/28`, "dev", this.#name);
    run("ip", "link", "set", this.#name, "up");
    run("ip", "-n", this.#name, "address", "add", `${this.#prefix}.2/28`, "dev", "host");
    run("ip", "-n", this.#name, "link", "set", "host", "up");
    run("ip", "netns", "exec", this.#name, "sh", "-c", "echo 1 > /proc/sys/net/ipv4/ip_forward");
  }

  addPlace(): NetworkPlace {
    const number = this.#places.length + 1;
    const place = `${this.#name}-${number}`;
    const [gateway, address] = [`${this.#prefix}.${16 * number + 1}`, `${this.#prefix}.${16 * number + 2}`];
    addNamespace(place);
    this.#places.push(place);
    const link = `node${number}`;
    run("ip", "-n", this.#name, "link", "add", link, "type", "veth", "peer", "name", "router", "netns", place);
    run("ip", "-n", this.#name, "address", "add", `${gateway}/28`, "dev", link);
    run("ip", "-n", this.#name, "link", "set", link, "up");
    run("ip", "-n", place, "address", "add", `${address}/28`, "dev", "router");
    run("ip", "-n", place, "link", "set", "router", "up");
    run("ip", "-n", place, "route", "add", "default", "via", gateway);
    run("ip", "route", "add", `${this.#prefix}.${16 * number}/28`, "via", `${this.#prefix}.2`);
    const nft = (script: string) => runWith(script, "ip", "netns", "exec", this.#name, "nft", "-f", "-");
    return {
      address,
      launcher: ["ip", "netns", "exec", place],
      break: (failure, port) => nft(rulesOf(link, address, failure, port)),
      heal: () => nft(`delete table ip ${link}\n`),
    };
  }

  remove(): void {
    run("ip", "link", "delete", this.#name);
    for (const name of [...this.#places, this.#name]) run("ip", "netns", "delete", name);
  }
}

function rulesOf(table: string, address: string, failure: NetworkFailure, port: number): string {
  const verdict = failure.kind === "loss" ? `numgen random mod 100 < ${failure.percent} drop` : "drop";
  const sent = `ip saddr ${address} tcp dport ${port} ${verdict}`;
  const received = `ip daddr ${address} tcp sport ${port} ${verdict}`;
  return `table ip ${table} {
  chain forward {
    type filter hook forward priority 0
    ${failure.kind === "node cannot receive" ? "" : sent}
    ${failure.kind === "node cannot send" ? "" : received}
  }
}
`;
}

function addNamespace(name: string): void {
  run("ip", "netns", "add", name);
  run("ip", "-n", name, "link", "set", "lo", "up");
}

function run(program: string, ...args: readonly string[]): void {
  runWith("", program, ...args);
}

function runWith(input: string, program: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { input, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}`);
}
