/**
 * The tabs of one browser, so that two that start together do not make two conversations (second seed, 4.5): who
 * comes first makes it and says so, who comes later asks, waits a moment, and uses it.
 */
import type { Timers } from "../client/timers.js";
import { isRecord } from "./rest.js";

/** The name of the channel. */
export const CHANNEL = "mao-embed";

/** The part of a BroadcastChannel that is used. */
export interface Channel {
  postMessage(message: unknown): void;
  close(): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

/** How long a tab waits for another to answer. */
const WINDOW_MS = 300;
/** How long it waits for one that says that it is making a conversation. */
const MAKING_MS = 10_000;

export interface TabsOptions {
  readonly agentId: number;
  /** Conversations of another server are none of ours. */
  readonly serverUrl: string;
  readonly timers: Timers;
  readonly channel: Channel | undefined;
}

type Kind = "session-inquiry" | "session-making" | "session-failed" | "session-reply" | "session-claim";

export class Tabs {
  readonly #nonce = `${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`;
  #state: "idle" | "asking" | "making" = "idle";
  /** The conversation of this tab. */
  #own: number | undefined;
  #heard: ((sessionId: number | undefined) => void) | undefined;
  #stopTimer: (() => void) | undefined;
  readonly #reminded = new Set<unknown>();

  readonly #o: TabsOptions;

  constructor(o: TabsOptions) {
    this.#o = o;
    if (o.channel !== undefined) {
      o.channel.onmessage = (event) => this.#received(event.data);
    }
  }

  /** The conversation that another tab has or makes; undefined when this one is to make it. */
  find(): Promise<number | undefined> {
    if (this.#o.channel === undefined) {
      return Promise.resolve(undefined);
    }
    return new Promise((resolve) => {
      this.#heard = (sessionId) => {
        this.#stopTimer?.();
        this.#heard = this.#stopTimer = undefined;
        this.#state = sessionId === undefined ? "making" : "idle";
        this.#own = sessionId ?? this.#own;
        if (sessionId === undefined) {
          this.#say("session-making");
        }
        resolve(sessionId);
      };
      this.#state = "asking";
      this.#wait(WINDOW_MS);
      this.#say("session-inquiry");
    });
  }

  /** This tab uses a conversation. */
  claim(sessionId: number): void {
    this.#state = "idle";
    this.#own = sessionId;
    this.#say("session-claim", sessionId);
  }

  /** This tab could not make one; another may try. */
  failed(): void {
    if (this.#state === "making") {
      this.#state = "idle";
      this.#say("session-failed");
    }
  }

  close(): void {
    this.#stopTimer?.();
    if (this.#state === "making") {
      this.failed();
    }
    if (this.#o.channel !== undefined) {
      this.#o.channel.onmessage = null;
      this.#o.channel.close();
    }
  }

  #received(message: unknown): void {
    if (!isRecord(message) || message["agentId"] !== this.#o.agentId) {
      return;
    }
    const { kind, nonce, sessionId, serverUrl } = message;
    if (serverUrl !== undefined && serverUrl !== this.#o.serverUrl) {
      return;
    }
    switch (kind) {
      case "session-inquiry":
        this.#asked(nonce);
        break;
      case "session-making":
        if (this.#state === "asking") {
          this.#wait(MAKING_MS);
        }
        break;
      case "session-failed":
        if (this.#state === "asking") {
          this.#wait(WINDOW_MS);
          this.#reminded.clear();
          this.#say("session-inquiry");
        }
        break;
      case "session-reply":
      case "session-claim":
        if (this.#state === "asking" && typeof sessionId === "number" && sessionId > 0) {
          this.#heard?.(sessionId);
        }
        break;
    }
  }

  #asked(nonce: unknown): void {
    if (this.#state === "making") {
      this.#say("session-making");
    } else if (this.#own !== undefined) {
      this.#say("session-reply", this.#own);
    } else if (this.#state === "asking" && typeof nonce === "string") {
      // Both ask at once: the smaller name makes it, and the other has to know that it is not alone.
      if (nonce < this.#nonce) {
        this.#wait(2 * WINDOW_MS);
      }
      if (!this.#reminded.has(nonce)) {
        this.#reminded.add(nonce);
        this.#say("session-inquiry");
      }
    }
  }

  #wait(ms: number): void {
    this.#stopTimer?.();
    this.#stopTimer = this.#o.timers.after(ms, () => this.#heard?.(undefined));
  }

  #say(kind: Kind, sessionId?: number): void {
    const { agentId, serverUrl, channel } = this.#o;
    try {
      channel?.postMessage({ kind, agentId, serverUrl, nonce: this.#nonce, sessionId });
    } catch {
      // A closed channel: this tab is going.
    }
  }
}
