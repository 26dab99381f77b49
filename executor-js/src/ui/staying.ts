/**
 * Keeps the interface in the page, in sight and within reach, whatever the page does: it lives beside the body in the
 * browser's top layer, where no z-index, overflow, transform or filter of the page counts; it moves into the topmost
 * modal dialog, outside of which nothing can be clicked; and it comes back when it was removed or covered.
 */
import type { Timers } from "../client/timers.js";
import type { Host } from "./host.js";
import { openModals } from "./modals.js";

/** How often it is looked whether everything is still right, while the user needs the interface and otherwise. */
const WATCH_MS = 200;
const CALM_MS = 500;
/** How often per look a page that takes the host out or marks it is answered at once; further ones wait. */
const AT_ONCE = 8;
/** An event that the interface sends to itself, to notice that its listeners are gone. */
const CANARY = "mao-canary";

/** Elements whose children are not shown. */
const CANNOT_HOLD = /^(?:video|iframe|canvas|img|object|embed|audio)$/;

const { setAttribute, removeAttribute, append, remove } = Element.prototype;
const { showPopover, hidePopover } = HTMLElement.prototype as Partial<HTMLElement>;
const moveBefore = (Element.prototype as { moveBefore?: (node: Node, child: Node | null) => void })
  .moveBefore;

export interface StayingOptions {
  readonly timers: Timers;
  /** The user is asked, or something runs: being covered cannot wait. */
  needed(): boolean;
  /** Something of the interface that must be in reach; undefined when nothing is shown. */
  probe(): Element | null;
  /** Called at each look while the interface is needed. */
  looked(): void;
  /** The page was written anew and all listeners are gone with it. */
  lost(): void;
}

export class Staying {
  readonly #watching = new AbortController();
  readonly #observers: MutationObserver[] = [];
  #modals: readonly Element[] = [];
  #homeObserver: MutationObserver | undefined;
  #stopTimer: (() => void) | undefined;
  #credit = AT_ONCE;
  #heard = false;
  #zoom = "";

  readonly #host: Host;
  readonly #document: Document;
  readonly #o: StayingOptions;

  constructor(host: Host, document: Document, o: StayingOptions) {
    this.#host = host;
    this.#document = document;
    this.#o = o;
  }

  /** Shows the host as soon as the document is read, and keeps it there until `stop`. */
  start(): void {
    const { signal } = this.#watching;
    this.#host.container.addEventListener(CANARY, () => (this.#heard = true), { signal });
    if (this.#document.readyState === "loading") {
      this.#document.addEventListener("DOMContentLoaded", () => this.#begin(), { once: true, signal });
    } else {
      this.#begin();
    }
  }

  /** Takes the host out of the page. */
  stop(): void {
    this.#watching.abort();
    this.#homeObserver?.disconnect();
    this.#observers.splice(0).forEach((observer) => observer.disconnect());
    this.#stopTimer?.();
    Reflect.apply(remove, this.#host.element, []);
  }

  /** Above everything else in the top layer. */
  raise(): void {
    const { element } = this.#host;
    if (showPopover === undefined || hidePopover === undefined || !element.isConnected) {
      return;
    }
    try {
      if (element.getAttribute("popover") !== "manual") {
        Reflect.apply(setAttribute, element, ["popover", "manual"]);
      }
      if (element.matches(":popover-open")) {
        Reflect.apply(hidePopover, element, []);
      }
      Reflect.apply(showPopover, element, []);
    } catch {
      // Between documents, or a page that forbids it: the z-index is what is left.
    }
  }

  #begin(): void {
    const { element } = this.#host;
    this.#place();
    this.#keepSize();
    this.#observe(this.#document, { childList: true }, () => this.#repair());
    this.#observe(this.#document, { subtree: true, attributes: true, attributeFilter: ["open"] }, () =>
      this.#place(),
    );
    // Dialog libraries mark everything beside their dialog as inert or hidden.
    this.#observe(element, { attributes: true }, () => this.#repair());
    const { signal } = this.#watching;
    this.#document.addEventListener("fullscreenchange", () => this.#repair(), { signal });
    this.#lookLater();
  }

  #observe(node: Node, what: MutationObserverInit, changed: () => void): void {
    const observer = new MutationObserver(changed);
    observer.observe(node, what);
    this.#observers.push(observer);
  }

  #lookLater(): void {
    const ms = this.#o.needed() ? WATCH_MS : CALM_MS;
    this.#stopTimer = this.#o.timers.after(ms, () => {
      this.#credit = AT_ONCE;
      this.#look();
      if (!this.#watching.signal.aborted) {
        this.#lookLater();
      }
    });
  }

  /** A page may be zoomed as a whole, by itself or to make a question unreadable: the interface keeps its size. */
  #keepSize(): void {
    const { element, container } = this.#host;
    const zoom = (element as { currentCSSZoom?: number }).currentCSSZoom ?? 1;
    const wanted = zoom === 1 || zoom <= 0 ? "" : String(1 / zoom);
    if (wanted !== this.#zoom) {
      this.#zoom = wanted;
      container.style.setProperty("zoom", wanted);
    }
  }

  #look(): void {
    this.#heard = false;
    this.#host.container.dispatchEvent(new Event(CANARY));
    if (!this.#heard) {
      this.#o.lost();
      return;
    }
    if (this.#o.needed()) {
      this.#o.looked();
    }
    this.#keepSize();
    this.#repair();
  }

  /** Puts right what is not, within bounds: two scripts that put things right after each other would not end. */
  #repair(): void {
    if (this.#credit <= 0) {
      return;
    }
    const { element } = this.#host;
    for (const { name } of [...element.attributes]) {
      if (name !== "id" && name !== "popover") {
        this.#credit--;
        Reflect.apply(removeAttribute, element, [name]);
      }
    }
    if (!element.isConnected || element.parentNode !== this.#home()) {
      this.#credit--;
      this.#place();
    } else if (!this.#inReach()) {
      this.#credit--;
      this.#modals = openModals(this.#document, this.#modals, true);
      this.#place();
      this.#raiseIfNeeded();
    }
  }

  /** Outside of the topmost modal dialog, and of an element in full screen, nothing can be clicked. */
  #home(): Element {
    const modal = this.#modals.findLast((one) => one.isConnected && one.matches(":modal"));
    let full = this.#document.fullscreenElement;
    for (let inner = full; inner !== null; inner = inner.shadowRoot?.fullscreenElement ?? null) {
      full = inner;
    }
    const isInFront = full !== null && (modal === undefined || modal.contains(full));
    if (full !== null && isInFront && !CANNOT_HOLD.test(full.localName)) {
      return full;
    }
    return modal ?? this.#document.documentElement;
  }

  /** Puts the host where it can be reached. */
  #place(): void {
    const { element, root } = this.#host;
    this.#modals = openModals(this.#document, this.#modals, false);
    const home = this.#home() as Element | null;
    if (home === null || element.parentNode === home) {
      if (!this.#shown()) {
        this.raise();
      }
      return;
    }
    const focused = root.activeElement;
    try {
      if (moveBefore !== undefined && element.isConnected && home.isConnected) {
        Reflect.apply(moveBefore, home, [element, null]);
      } else {
        Reflect.apply(append, home, [element]);
      }
    } catch {
      Reflect.apply(append, home, [element]);
    }
    this.raise();
    if (focused instanceof HTMLElement && root.activeElement !== focused) {
      focused.focus({ preventScroll: true });
    }
    this.#watchHome(home);
  }

  /** The host may be taken out together with what it is in; that is seen at the next look. */
  #watchHome(home: Element): void {
    this.#homeObserver?.disconnect();
    this.#homeObserver = new MutationObserver(() => this.#repair());
    this.#homeObserver.observe(home, { childList: true });
  }

  #shown(): boolean {
    return showPopover === undefined || this.#host.element.matches(":popover-open");
  }

  /** A film in full screen is left alone, unless the user is needed. */
  #raiseIfNeeded(): void {
    const full = this.#document.fullscreenElement;
    if (full !== null && this.#o.needed() && CANNOT_HOLD.test(full.localName)) {
      this.#document.exitFullscreen().catch(() => undefined);
    }
    if (full === null || this.#o.needed()) {
      this.raise();
    }
  }

  #inReach(): boolean {
    if (!this.#shown()) {
      return false;
    }
    const probe = this.#o.probe();
    if (probe === null) {
      return true;
    }
    const { left, top, width, height } = probe.getBoundingClientRect();
    const x = left + width / 2;
    const y = top + height / 2;
    const { clientWidth, clientHeight } = this.#document.documentElement;
    if (x < 0 || y < 0 || x >= clientWidth || y >= Math.max(clientHeight, innerHeight)) {
      return true;
    }
    const scope = this.#host.element.getRootNode() as Document | ShadowRoot;
    return scope.elementFromPoint(x, y) === this.#host.element;
  }
}
