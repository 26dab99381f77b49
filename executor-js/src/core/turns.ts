/**
 * The user's messages. Each begins a turn of the agent; the server says when it is stored, or that it did not take it
 * (second seed, 4.2 and 4.4).
 */
import type { Timers } from "../client/timers.js";
import type { Collector } from "../context/collector.js";
import type { Said } from "./messages.js";
import type { Store } from "./store.js";

/** How long the server may take to say that a message is stored. */
const SAVE_MS = 60_000;
/** How long a message waits for a connection before it counts as not sent. */
const CONNECT_MS = 20_000;

const { random, floor } = Math;
const wallClock = Date.now.bind(Date);

export interface TurnsOptions {
  readonly store: Store;
  readonly timers: Timers;
  readonly collector: Pick<Collector, "prefix" | "clear">;
  /** Sends a frame; false when there is no connection. */
  send(frame: object): boolean;
  /** Resolves when there is a connection with a session, never before. */
  online(): Promise<void>;
  /** The server has not said in time that it has a message. */
  unconfirmed(): void;
}

/** A message that the server has not spoken about yet. */
interface Open {
  stop: () => void;
  undo(): void;
}

export class Turns {
  readonly #open = new Map<string, Open>();
  /** Messages that the server has not confirmed in time. */
  readonly #doubted = new Set<string>();

  readonly #o: TurnsOptions;

  constructor(o: TurnsOptions) {
    this.#o = o;
  }

  /** Sends what the user wrote, with the page's facts and the quote; false when that was not possible. */
  async say(text: string): Promise<boolean> {
    const { state, nextId } = this.#o.store;
    if (!(await this.online()) || state.sessionId === undefined) {
      return false;
    }
    const { quote } = state;
    const eventId = newEventId();
    const { content, undo } = this.#o.collector.prefix(text, quote);
    if (!this.#o.send({ type: "send_message", sessionId: state.sessionId, data: { content, eventId } })) {
      undo();
      return false;
    }
    state.quote = undefined;
    state.messages.push({
      ...{ kind: "said", id: nextId(), eventId, content, text, quote },
      ...{ serverId: undefined, state: "sending" },
    });
    this.#open.set(eventId, { stop: this.#judgeLater(eventId), undo });
    return true;
  }

  /** The server has stored the message with this id. False when it is not one of ours. */
  saved(eventId: unknown, messageId: unknown): boolean {
    const said = this.#find(eventId);
    if (said === undefined) {
      return false;
    }
    this.#close(said.eventId);
    said.state = "sent";
    said.serverId = typeof messageId === "number" ? messageId : said.serverId;
    return true;
  }

  /** The server does not take the last message: it goes back to where it was written, and nothing of it stays. */
  refused(): void {
    const { state } = this.#o.store;
    const said = state.messages.findLast(
      (one): one is Said => one.kind === "said" && one.state === "sending",
    );
    if (said === undefined) {
      return;
    }
    this.#open.get(said.eventId)?.undo();
    this.#close(said.eventId);
    state.messages.splice(state.messages.indexOf(said), 1);
    state.quote ??= said.quote;
    state.returned = { text: said.text };
  }

  /** Something of the turn has come: its message is with the server, whatever became of the confirmation. */
  progressed(): void {
    for (const eventId of [...this.#open.keys(), ...this.#doubted]) {
      const said = this.#find(eventId);
      this.#close(eventId);
      if (said !== undefined) {
        said.state = "sent";
      }
    }
  }

  /** Nothing can be said about what is open until the connection is back. */
  disconnected(): void {
    this.#open.forEach(({ stop }) => stop());
  }

  /** The history is here: what it does not have has not arrived. */
  reconciled(): void {
    // The newest first: what the oldest of them undoes is what the server really has.
    for (const eventId of [...this.#open.keys()].reverse()) {
      const said = this.#find(eventId);
      if (said?.state === "sending") {
        this.#doubt(eventId);
      } else {
        this.#close(eventId);
      }
    }
  }

  /** Forgets what is shown; another conversation begins. */
  clear(): void {
    this.disconnected();
    this.#open.clear();
    this.#doubted.clear();
    this.#o.collector.clear();
    this.#o.store.state.messages.length = 0;
  }

  /** Waits for a connection, but not for ever. */
  online(): Promise<boolean> {
    return new Promise((resolve) => {
      const stop = this.#o.timers.after(CONNECT_MS, () => resolve(false));
      void this.#o.online().then(() => {
        stop();
        resolve(true);
      });
    });
  }

  #judgeLater(eventId: string): () => void {
    return this.#o.timers.after(SAVE_MS, () => this.#doubt(eventId));
  }

  #doubt(eventId: string): void {
    const said = this.#find(eventId);
    if (said?.state === "sending") {
      this.#open.get(eventId)?.undo(); // the page's facts in it may not have arrived either
    }
    this.#close(eventId);
    if (said?.state === "sending") {
      said.state = "unconfirmed";
      this.#doubted.add(eventId);
      this.#o.unconfirmed();
    }
  }

  #close(eventId: string): void {
    this.#open.get(eventId)?.stop();
    this.#open.delete(eventId);
    this.#doubted.delete(eventId);
  }

  #find(eventId: unknown): Said | undefined {
    return this.#o.store.state.messages.find(
      (one): one is Said => one.kind === "said" && one.eventId !== "" && one.eventId === eventId,
    );
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
