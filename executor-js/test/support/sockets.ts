import type { Socket } from "../../src/core/ws-client.js";

const OPEN = 1;
const CLOSED = 3;

/** A WebSocket whose other end is the test. */
export class FakeSocket implements Socket {
  readyState = 0;
  onopen: Socket["onopen"] = null;
  onclose: Socket["onclose"] = null;
  onerror: Socket["onerror"] = null;
  onmessage: Socket["onmessage"] = null;
  readonly sent: Record<string, unknown>[] = [];
  closed = false;

  constructor(readonly url: string) {}

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.closed = true;
    this.readyState = CLOSED;
  }

  /** The connection is there. */
  accept(): void {
    this.readyState = OPEN;
    this.onopen?.({} as Event);
  }

  /** The server sends a frame, or any text. */
  say(frame: unknown): void {
    const data = typeof frame === "string" ? frame : JSON.stringify(frame);
    this.onmessage?.({ data } as MessageEvent);
  }

  /** The server closes. */
  hangUp(code: number): void {
    this.readyState = CLOSED;
    this.onclose?.({ code } as CloseEvent);
  }

  /** Types of the frames that were sent. */
  get types(): unknown[] {
    return this.sent.map((frame) => frame["type"]);
  }
}

/** All sockets that were opened, in order. */
export class FakeNetwork {
  readonly sockets: FakeSocket[] = [];
  readonly open = (url: string): FakeSocket => {
    const socket = new FakeSocket(url);
    this.sockets.push(socket);
    return socket;
  };

  /** The newest socket. */
  get last(): FakeSocket {
    const socket = this.sockets.at(-1);
    if (socket === undefined) {
      throw new Error("no socket was opened");
    }
    return socket;
  }
}

export const CONNECTED = { type: "connected", sessionId: null, data: { userId: 7 } };
