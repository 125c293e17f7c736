import { once } from "node:events";
import { createServer, type Socket } from "node:net";

export interface SmtpServer {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  close(): Promise<void>;
}

interface ReceivedMail {
  readonly to: readonly string[];
  /** Headers and text, as received. */
  readonly content: string;
}

/** A local server that accepts every mail: as much of RFC 5321 as a client needs. */
export async function startSmtpServer(port = 0): Promise<SmtpServer> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    receive(socket, (mail) => mails.push(mail));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  return {
    url: `smtp://127.0.0.1:${typeof bound === "object" ? bound?.port : 0}`,
    mails,
    async close() {
      for (const socket of sockets) {
        socket.destroy();
      }
      server.close();
      await once(server, "close");
    },
  };
}

function receive(socket: Socket, onMail: (mail: ReceivedMail) => void): void {
  const conversation = new Conversation(onMail);
  let buffered = "";
  socket.write("220 test\r\n");
  socket.on("data", (bytes) => {
    const lines = (buffered + bytes.toString()).split("\r\n");
    buffered = lines.pop() ?? "";
    socket.write(lines.map((line) => conversation.answerTo(line)).join(""));
  });
}

class Conversation {
  readonly #onMail: (mail: ReceivedMail) => void;
  #to: string[] = [];
  #content: string[] | undefined;

  constructor(onMail: (mail: ReceivedMail) => void) {
    this.#onMail = onMail;
  }

  answerTo(line: string): string {
    if (this.#content !== undefined) {
      return this.#read(line, this.#content);
    }
    this.#to.push(...(/^RCPT TO:<(.*)>/i.exec(line)?.slice(1) ?? []));
    this.#content = /^DATA/i.test(line) ? [] : undefined;
    const isOver = /^QUIT/i.test(line);
    return this.#content === undefined ? `${isOver ? "221 bye" : "250 fine"}\r\n` : "354 continue\r\n";
  }

  #read(line: string, content: string[]): string {
    if (line !== ".") {
      content.push(line);
      return "";
    }
    this.#onMail({ to: this.#to, content: content.join("\n") });
    [this.#to, this.#content] = [[], undefined];
    return "250 taken\r\n";
  }
}
