/**
 * The one WebSocket of an SDK instance: authenticates with its first frame, keeps itself alive, comes back by
 * itself, and subscribes again to what it was subscribed to (second seed, 4.2). It knows frames, not their meaning.
 */
import { decode, encode } from "../client/json.js";
import type { Timers } from "../client/timers.js";
import type { TokenSource } from "./auth.js";
import { isRecord } from "./rest.js";

/** How long a socket may take to open. */
export const OPEN_TIMEOUT_MS = 15_000;
export const PING_MS = 5_000;
/** A server that said nothing for so long is suspected. */
export const SILENCE_MS = 30_000;
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;
/** The server's word for "this token is not good". */
const CLOSE_UNAUTHENTICATED = 1003;

/** Where the connection stands: `online` from the server's `connected` frame on. */
export type WsState = "idle" | "connecting" | "online" | "waiting" | "suspended" | "closed";

/** The part of a WebSocket that is used. */
export interface Socket {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  onopen: ((event: Event) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  onerror: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
}

export type Failure = { readonly kind: "auth" | "connection" | "token"; readonly message: string };

export interface WsOptions {
  readonly url: string;
  readonly token: TokenSource;
  readonly timers: Timers;
  open(url: string): Socket;
  /** A JSON object that arrived after authentication, and how long its text was. */
  onFrame(frame: Record<string, unknown>, chars: number): void;
  onState(state: WsState): void;
  onFailure(failure: Failure): void;
}

const OPEN = 1;

export class WsClient {
  #socket: Socket | undefined;
  #current: WsState = "idle";
  #attempts = 0;
  readonly #sessions = new Set<number>();
  #lastFrameAt = 0;
  #lastTickAt = 0;
  #judging = false;
  #stopTimer: (() => void) | undefined;

  readonly #o: WsOptions;

  constructor(o: WsOptions) {
    this.#o = o;
  }

  get state(): WsState {
    return this.#current;
  }

  /** Connects, and stays connected until `close`. */
  start(): void {
    if (this.#current === "idle") {
      this.#connect();
    }
  }

  /** Closes the socket without forgetting that it was wanted: the document goes, perhaps into the back/forward cache. */
  suspend(): void {
    if (this.#current === "connecting" || this.#current === "online" || this.#current === "waiting") {
      this.#drop();
      this.#become("suspended");
    }
  }

  /** Connects again after `suspend`. */
  resume(): void {
    if (this.#current === "suspended") {
      this.#attempts = 0;
      this.#connect();
    }
  }

  /** The network or the user is back: no reason to wait for the rest of the delay. */
  hurry(): void {
    if (this.#current === "waiting") {
      this.#stopTimer?.();
      this.#connect();
    }
  }

  /** Ends it for good. */
  close(): void {
    this.#drop();
    this.#sessions.clear();
    this.#become("closed");
  }

  /** Wants the events of this session, now and after each reconnection. */
  subscribe(sessionId: number): void {
    if (!this.#sessions.has(sessionId)) {
      this.#sessions.add(sessionId);
      this.send({ type: "subscribe", sessionId });
    }
  }

  unsubscribe(sessionId: number): void {
    if (this.#sessions.delete(sessionId)) {
      this.send({ type: "unsubscribe", sessionId });
    }
  }

  /** Sends a frame, or its JSON text, when online; false when it could not be sent. */
  send(frame: object | string): boolean {
    return this.#current === "online" && this.#write(frame);
  }

  #connect(): void {
    this.#become("connecting");
    let socket: Socket;
    try {
      socket = this.#o.open(this.#o.url);
    } catch (error) {
      this.#o.onFailure({
        kind: "connection",
        message: error instanceof Error ? error.message : "cannot open",
      });
      this.#retryLater();
      return;
    }
    this.#socket = socket;
    let usedToken: string | undefined;
    this.#stopTimer = this.#o.timers.after(OPEN_TIMEOUT_MS, () => this.#lost(socket, undefined));
    socket.onopen = () => {
      this.#stopTimer?.();
      void this.#authenticate(socket).then((token) => {
        usedToken = token;
      });
    };
    socket.onmessage = (event) => this.#received(socket, event.data);
    socket.onerror = () => undefined; // a close event always follows and says all there is to know
    socket.onclose = (event) => {
      if (event.code === CLOSE_UNAUTHENTICATED && usedToken !== undefined) {
        this.#o.token.reject(usedToken);
      }
      this.#lost(socket, event.code);
    };
  }

  /** Sends the first frame. Gives the token that it used, for the server may refuse it. */
  async #authenticate(socket: Socket): Promise<string | undefined> {
    let token: string;
    try {
      token = await this.#o.token.get();
    } catch (error) {
      if (socket === this.#socket) {
        this.#o.onFailure({ kind: "token", message: error instanceof Error ? error.message : "no token" });
        this.#lost(socket, undefined);
      }
      return undefined;
    }
    if (socket === this.#socket && this.#write({ type: "auth", token, client: "embed" })) {
      this.#lastFrameAt = this.#lastTickAt = this.#o.timers.now();
      this.#judging = false;
      this.#tickLater(socket);
    }
    return token;
  }

  #tickLater(socket: Socket): void {
    this.#stopTimer = this.#o.timers.after(PING_MS, () => this.#tick(socket));
  }

  /**
   * The heartbeat. A silent server is judged only after a ping that it had time to answer: in a hidden tab or
   * after a sleep of the machine the timers come late, and the answer may be there already but not yet seen.
   */
  #tick(socket: Socket): void {
    const now = this.#o.timers.now();
    const late = now - this.#lastTickAt > 2 * PING_MS;
    this.#lastTickAt = now;
    if (now - this.#lastFrameAt > SILENCE_MS) {
      if (this.#judging || !late) {
        this.#lost(socket, undefined);
        return;
      }
      this.#judging = true;
    }
    this.#write({ type: "ping" });
    this.#tickLater(socket);
  }

  #received(socket: Socket, data: unknown): void {
    if (socket !== this.#socket || typeof data !== "string") {
      return;
    }
    this.#lastFrameAt = this.#o.timers.now();
    this.#judging = false;
    let frame: unknown;
    try {
      frame = decode(data);
    } catch {
      return; // not JSON: nothing in it says whom to answer, and the connection is still good
    }
    if (!isRecord(frame)) {
      return;
    }
    if (this.#current === "connecting") {
      if (frame["type"] !== "connected") {
        return;
      }
      this.#attempts = 0; // only a server that took the token ends the back-off
      this.#become("online");
      for (const sessionId of this.#sessions) {
        this.#write({ type: "subscribe", sessionId });
      }
    }
    this.#o.onFrame(frame, data.length);
  }

  #write(frame: object | string): boolean {
    if (this.#socket?.readyState !== OPEN) {
      return false;
    }
    this.#socket.send(typeof frame === "string" ? frame : encode(frame));
    return true;
  }

  /** This socket is of no use any more. */
  #lost(socket: Socket, code: number | undefined): void {
    if (socket !== this.#socket) {
      return;
    }
    this.#drop();
    if (code === CLOSE_UNAUTHENTICATED) {
      this.#o.onFailure({ kind: "auth", message: "the server did not accept the token" });
    } else if (code !== undefined) {
      this.#o.onFailure({ kind: "connection", message: `the connection was closed (${code})` });
    }
    this.#retryLater();
  }

  #retryLater(): void {
    this.#become("waiting");
    const delay = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** this.#attempts);
    this.#attempts++;
    this.#stopTimer = this.#o.timers.after(delay, () => this.#connect());
  }

  /** Lets go of the socket and of the timer that belongs to it. */
  #drop(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    const socket = this.#socket;
    this.#socket = undefined;
    if (socket !== undefined) {
      socket.onopen = socket.onclose = socket.onerror = socket.onmessage = null;
      socket.close();
    }
  }

  #become(state: WsState): void {
    if (this.#current !== state) {
      this.#current = state;
      this.#o.onState(state);
    }
  }
}
