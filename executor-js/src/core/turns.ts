/**
 * The user's messages. Each begins a turn of the agent; the server says when it is stored (second seed, 4.2).
 */
import type { Timers } from "../client/timers.js";
import type { Message, Store } from "./store.js";

/** How long the server may take to say that a message is stored. */
const SAVE_MS = 60_000;
/** How long a message waits for a connection before it counts as not sent. */
const CONNECT_MS = 20_000;

const { random, floor } = Math;
const wallClock = Date.now.bind(Date);

export interface TurnsOptions {
  readonly store: Store;
  readonly timers: Timers;
  /** Sends a frame; false when there is no connection. */
  send(frame: object): boolean;
  /** Resolves when there is a connection with a session, never before. */
  online(): Promise<void>;
}

export class Turns {
  readonly #waiting = new Map<string, () => void>();

  readonly #o: TurnsOptions;

  constructor(o: TurnsOptions) {
    this.#o = o;
  }

  /** Sends what the user wrote; false when that was not possible. */
  async say(text: string): Promise<boolean> {
    const { state, nextId } = this.#o.store;
    if (!(await this.#connected()) || state.sessionId === undefined) {
      return false;
    }
    const eventId = newEventId();
    const frame = { type: "send_message", sessionId: state.sessionId, data: { content: text, eventId } };
    if (!this.#o.send(frame)) {
      return false;
    }
    state.messages.push({ id: nextId(), eventId, text, state: "sending" });
    this.#waiting.set(
      eventId,
      this.#o.timers.after(SAVE_MS, () => this.#settle(eventId, "unconfirmed")),
    );
    return true;
  }

  /** The server has stored the message with this id; other ids are other clients' messages. */
  saved(eventId: unknown): void {
    if (typeof eventId === "string") {
      this.#settle(eventId, "sent");
    }
  }

  /** Forgets what is shown; another conversation begins. */
  clear(): void {
    this.#waiting.forEach((stop) => stop());
    this.#waiting.clear();
    this.#o.store.state.messages.length = 0;
  }

  #settle(eventId: string, state: Message["state"]): void {
    this.#waiting.get(eventId)?.();
    this.#waiting.delete(eventId);
    const message = this.#o.store.state.messages.find((one) => one.eventId === eventId);
    if (message !== undefined) {
      message.state = state;
    }
  }

  #connected(): Promise<boolean> {
    return new Promise((resolve) => {
      const stop = this.#o.timers.after(CONNECT_MS, () => resolve(false));
      void this.#o.online().then(() => {
        stop();
        resolve(true);
      });
    });
  }
}

/** The server uses it as the id of the turn that the message begins. */
function newEventId(): string {
  let tail = "";
  while (tail.length < 8) {
    tail += floor(random() * 36).toString(36);
  }
  return `ev_${wallClock().toString(36)}_${tail}`;
}
