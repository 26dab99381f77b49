/**
 * What the core takes from the browser, captured when the script is loaded: a page that wraps `fetch` or
 * `WebSocket` afterwards (monitoring scripts do) neither sees the token nor breaks the connection.
 */
import { type Timers, realTimers } from "../client/timers.js";
import { type Seal, browserSeal } from "./seal.js";
import { type Storage, browserStorage } from "./storage.js";
import { CHANNEL, type Channel } from "./tabs.js";
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
  /** What the page is at the moment. */
  page(): { readonly url: string; readonly title: string };
  /** To the other tabs of this origin; undefined where the browser has no such thing. */
  channel(): Channel | undefined;
  /** Runs something with the next frame, and soon also in a hidden tab; the returned function takes it back. */
  frame(run: () => void): () => void;
}

const { WebSocket: PristineSocket, fetch: pristineFetch } = globalThis;
const PristineChannel = globalThis.BroadcastChannel as typeof BroadcastChannel | undefined;
const { requestAnimationFrame: request, cancelAnimationFrame: cancel } = globalThis;

/** How long a frame is waited for; a hidden tab has none. */
const FRAME_MS = 250;

function nextFrame(run: () => void): () => void {
  const end = (): void => {
    cancel(id);
    stop();
  };
  const once = (): void => {
    end();
    run();
  };
  const id = request(once);
  const stop = realTimers.after(FRAME_MS, once);
  return end;
}

export const realBrowser: Browser = {
  fetch: (input, init) => Reflect.apply(pristineFetch, undefined, [input, init]) as Promise<Response>,
  open: (url) => new PristineSocket(url),
  timers: realTimers,
  local: browserStorage(() => localStorage),
  tab: browserStorage(() => sessionStorage),
  seal: browserSeal(realTimers),
  origin: globalThis.origin,
  now: Date.now.bind(Date),
  page: () => ({ url: location.href, title: document.title }),
  channel: () => {
    try {
      return PristineChannel && new PristineChannel(CHANNEL);
    } catch {
      return undefined; // a document without an origin of its own
    }
  },
  frame: nextFrame,
};
