/**
 * Where the page's focus was when the SDK's own interface took it (a click on the confirm card): keys without a
 * target go there (PROTOCOL.md 11).
 */
import { deepActiveElement } from "./dom.js";
import { listenOn } from "./native.js";
import { deref, isConnected } from "./pristine.js";

export class FocusMemory {
  readonly #isSdkNode: (node: Node) => boolean;
  readonly #stop = new AbortController();
  #before: WeakRef<Element> | undefined;

  constructor(isSdkNode: (node: Node) => boolean) {
    this.#isSdkNode = isSdkNode;
    this.listen();
  }

  /** Listens to the window: again before each request, for a page that writes itself anew erases every listener. */
  listen(): void {
    const options = { capture: true, passive: true, signal: this.#stop.signal };
    // A press on the SDK comes before the focus moves; the keyboard moves it with nothing before.
    listenOn(window, "pointerdown", this.#taken, options);
    listenOn(window, "focusout", this.#left, options);
    listenOn(window, "focusin", this.#moved, options);
  }

  dispose(): void {
    this.#stop.abort();
  }

  /** The element that the page's keys go to; null for none. */
  current(): Element | null {
    const active = deepActiveElement();
    if (active !== null && !this.#isSdkNode(active)) return active;
    // A card that was answered is gone, and the focus with it: to nobody, not back to where it was.
    const before = this.#before === undefined ? undefined : deref(this.#before);
    return before !== undefined && isConnected(before) ? before : null;
  }

  readonly #taken = ({ target: by }: Event): void => {
    if (by instanceof Node && this.#isSdkNode(by)) this.#remember(deepActiveElement());
    else this.#before = undefined;
  };

  /** The page moved its focus by itself: what comes after does not belong to what was before. */
  readonly #moved = ({ target: to }: Event): void => {
    if (!(to instanceof Node && this.#isSdkNode(to))) this.#before = undefined;
  };

  readonly #left = (event: FocusEvent): void => {
    const { target, relatedTarget } = event;
    if (!(relatedTarget instanceof Node) || !this.#isSdkNode(relatedTarget)) return;
    if (target instanceof Element) this.#remember(deepActiveElement() ?? target);
  };

  #remember(element: Element | null): void {
    if (element === null || this.#isSdkNode(element)) return;
    this.#before = new WeakRef(element);
  }
}
