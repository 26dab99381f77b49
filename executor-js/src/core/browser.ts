/**
 * What the core takes from the browser, captured when the script is loaded: a page that wraps `fetch` or
 * `WebSocket` afterwards (monitoring scripts do) neither sees the token nor breaks the connection.
 */
import { type Timers, realTimers } from "../client/timers.js";
import { type Seal, browserSeal } from "./seal.js";
import { type Storage, browserStorage } from "./storage.js";
import type { Socket } from "./ws-client.js";

export interface Browser {
  readonly fetch: typeof fetch;
  open(url: string): Socket;
  readonly timers: Timers;
  /** Kept by the browser. */
  readonly local: Storage;
  /** Kept by this tab. */
  readonly tab: Storage;
  readonly seal: Seal;
  /** Of the page. */
  readonly origin: string;
  /** Milliseconds since 1970. */
  now(): number;
}

const { WebSocket: PristineSocket, fetch: pristineFetch } = globalThis;

export const realBrowser: Browser = {
  fetch: (input, init) => Reflect.apply(pristineFetch, undefined, [input, init]) as Promise<Response>,
  open: (url) => new PristineSocket(url),
  timers: realTimers,
  local: browserStorage(() => localStorage),
  tab: browserStorage(() => sessionStorage),
  seal: browserSeal(realTimers),
  origin: globalThis.origin,
  now: Date.now.bind(Date),
};
