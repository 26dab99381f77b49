/**
 * Knows when the page went somewhere else (PROTOCOL.md 5, rule 2): another document, a history push or traversal, a
 * replacement of the path, a hash that a router owns. A scroll anchor and a `replaceState` on the same path are no
 * navigation. The Navigation API tells all of it; without it, the address is compared whenever somebody asks.
 */
import type { NavigationChange, NavigationKind } from "../protocol/index.js";
import { listenOn } from "./native.js";

/** The part of the Navigation API that is used; older browsers lack it. */
interface NavigationLike extends EventTarget {
  readonly currentEntry: { readonly url: string | null } | null;
}
interface EntryChange extends Event {
  readonly navigationType: "push" | "replace" | "traverse" | "reload" | null;
  readonly from: { readonly url: string | null };
}
interface NavigateLike extends Event {
  readonly navigationType: string;
  readonly downloadRequest?: string | null;
  readonly destination: { readonly url: string; readonly sameDocument: boolean };
}

/** Tells a navigation inside the document from a mere change of the address; undefined for the latter. */
export function classifyNavigation(
  from: string,
  to: string,
  how: "push" | "replace" | "traverse" | "reload",
): NavigationKind | undefined {
  if (how === "reload") return "reload";
  const [oldUrl, newUrl] = [parse(from), parse(to)];
  if (oldUrl === undefined || newUrl === undefined) return how === "replace" ? undefined : how;
  const samePath = oldUrl.origin === newUrl.origin && oldUrl.pathname === newUrl.pathname;
  const hashOnly = samePath && oldUrl.search === newUrl.search && oldUrl.hash !== newUrl.hash;
  if (hashOnly) {
    if (isRoute(oldUrl.hash) || isRoute(newUrl.hash)) return "hash";
    return how === "traverse" ? "traverse" : undefined;
  }
  // A router that writes its view's query drops the slash at the end while it is at it.
  if (how === "replace") return bare(oldUrl) === bare(newUrl) ? undefined : "replace";
  return how;
}

function bare(url: URL): string {
  return url.origin + url.pathname.replace(/\/$/, "");
}

/** A hash that names a view, not a place in the document. */
function isRoute(hash: string): boolean {
  return hash.startsWith("#/") || hash.startsWith("#!");
}

function parse(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

export interface NavigationWatchOptions {
  readonly window: Window;
  /** Called at once for every navigation of the page: it makes older snapshots stale. */
  readonly onNavigation: (kind: NavigationKind) => void;
}

export class NavigationWatch {
  readonly #window: Window;
  readonly #onNavigation: (kind: NavigationKind) => void;
  readonly #stop = new AbortController();
  readonly #hasApi: boolean;
  #url: string;
  #historyLength: number;
  #seen: NavigationChange | undefined;
  #pending: NavigationChange | undefined;
  #onUnload: (() => void) | undefined;

  constructor(options: NavigationWatchOptions) {
    this.#window = options.window;
    this.#onNavigation = options.onNavigation;
    this.#url = options.window.location.href;
    this.#historyLength = options.window.history.length;
    const { signal } = this.#stop;
    const navigation = (options.window as Window & { navigation?: NavigationLike }).navigation;
    this.#hasApi = navigation !== undefined;
    if (navigation !== undefined) {
      const on = (type: string, listener: (event: Event) => void): void => {
        navigation.addEventListener(type, listener, { signal });
      };
      on("currententrychange", (event) => {
        this.#entryChanged(event as EntryChange);
      });
      on("navigate", (event) => {
        this.#started(event as NavigateLike);
      });
      const ended = (): void => {
        this.#pending = undefined;
      };
      on("navigateerror", ended);
      on("navigatesuccess", ended);
    }
    this.listen();
  }

  /** Listens to the window: again before each request, for a page that writes itself anew erases every listener. */
  listen(): void {
    const { signal } = this.#stop;
    listenOn(this.#window, "pagehide", this.#goes, { capture: true, signal });
    listenOn(this.#window, "popstate", this.#changed, { signal });
    listenOn(this.#window, "hashchange", this.#changed, { signal });
  }

  readonly #changed = (): void => this.check();

  dispose(): void {
    this.#stop.abort();
    this.#onUnload = undefined;
  }

  /** Forgets what was seen: the next questions are about what happens from now on. */
  begin(): void {
    this.check();
    this.#seen = undefined;
    this.#pending = undefined;
  }

  /** The navigation since `begin`: one that happened, else one that has begun and is not there yet. */
  current(): NavigationChange | undefined {
    this.check();
    return this.#seen ?? this.#pending;
  }

  /** Calls back when the document goes, synchronously, while a frame can still be sent. One listener at a time. */
  onUnload(listener: (() => void) | undefined): void {
    this.#onUnload = listener;
  }

  /** What is on its way while the document goes. */
  leaving(): NavigationChange {
    return { kind: this.#pending?.kind ?? "load", url: this.#pending?.url ?? this.#window.location.href };
  }

  /**
   * The document goes. Heard here in `pagehide`, and said by whoever is about to close the connection for it, whichever
   * comes first; the second time changes nothing.
   */
  leave(): void {
    // The document may come back from the cache: its old snapshots do not.
    this.#onNavigation(this.leaving().kind);
    this.#onUnload?.();
  }

  readonly #goes = (): void => this.leave();

  /** Compares the address, for browsers that do not tell (and for what they forget to tell). */
  check(): void {
    const now = this.#window.location.href;
    const length = this.#window.history.length;
    if (now === this.#url) return;
    const grown = length > this.#historyLength;
    this.#record(this.#url, now, this.#hasApi || !grown ? "replace" : "push");
  }

  #entryChanged(event: EntryChange): void {
    const now = this.#window.location.href;
    this.#record(event.from.url ?? this.#url, now, event.navigationType ?? "replace");
  }

  #record(from: string, to: string, how: "push" | "replace" | "traverse" | "reload"): void {
    this.#url = to;
    this.#historyLength = this.#window.history.length;
    const kind = classifyNavigation(from, to, how);
    if (kind === undefined) return;
    this.#seen = { kind, url: to };
    this.#pending = undefined;
    this.#onNavigation(kind);
  }

  #started(event: NavigateLike): void {
    if (event.destination.sameDocument || (event.downloadRequest ?? null) !== null) return;
    const kind: NavigationKind = event.navigationType === "reload" ? "reload" : "load";
    const change: NavigationChange = { kind, url: event.destination.url, pending: true };
    this.#pending = change;
    // Whether a router takes it over or somebody cancels it is known when all listeners have run.
    void Promise.resolve().then(() => {
      if (event.defaultPrevented && this.#pending === change) this.#pending = undefined;
    });
  }
}
