/**
 * The interface in its host, with everything that keeps both alive in this document. When the page writes itself anew
 * (`document.open`), every listener is gone: the shell is then built again around the same store.
 */
import { type App, createApp } from "vue";
import { Root } from "./Root.jsx";
import { guardFocus } from "./focus-guard.js";
import { type Host, createHost } from "./host.js";
import { watchStopKeys } from "./shortcut.js";
import { Staying } from "./staying.js";
import { type Ui, isTaskOn } from "./ui.js";

/** What happens in the interface is not the page's business: its shortcuts and its "click outside" logic stay out. */
const OWN_EVENTS = [
  ...["keydown", "keypress", "keyup", "beforeinput", "input", "change", "paste", "copy", "cut", "wheel"],
  ...["pointerdown", "pointerup", "mousedown", "mouseup", "click", "dblclick", "contextmenu", "auxclick"],
  ...["touchstart", "touchend", "touchmove", "focusin", "focusout"],
];

export class Shell {
  #host: Host;
  #app: App | undefined;
  #ends: (() => void)[] = [];

  readonly #ui: Ui;
  readonly #rewritten: () => void;

  /** @param rewritten Called when the page was written anew, after the interface is back. */
  constructor(ui: Ui, rewritten: () => void) {
    this.#ui = ui;
    this.#rewritten = rewritten;
    this.#host = createHost(document);
  }

  /** True for the host and everything in it. */
  owns(node: Node): boolean {
    return this.#host.owns(node);
  }

  show(): void {
    const ui = this.#ui;
    const { state, live } = ui.store;
    const host = this.#host;
    for (const type of OWN_EVENTS) {
      host.container.addEventListener(type, (event) => event.stopPropagation(), { passive: true });
    }
    this.#app = createApp(Root, { ui });
    // A fault in the interface must not end what runs in the page.
    this.#app.config.errorHandler = (error) => console.error("MaoChat: the interface failed", error);
    this.#app.mount(host.container);

    const shortcut = watchStopKeys(
      window,
      () => isTaskOn(ui),
      () => ui.act.stop(),
    );
    const staying = new Staying(host, document, {
      timers: ui.timers,
      needed: () => isTaskOn(ui) || state.panelOpen,
      probe: () => host.container.querySelector(".card, .task, .panel, .launcher"),
      looked: () => shortcut.refresh(),
      lost: () => {
        this.hide();
        this.#host = createHost(document);
        this.show();
        this.#rewritten();
      },
    });
    const unguard = guardFocus(window, host, {
      timers: ui.timers,
      enabled: () => !state.busy || live.confirm !== undefined,
    });
    staying.start();
    this.#ends = [() => shortcut.end(), unguard, () => staying.stop()];
  }

  /** Takes the interface out of the page. */
  hide(): void {
    this.#app?.unmount();
    this.#app = undefined;
    this.#ends.splice(0).forEach((end) => end());
  }
}
