/**
 * Notices, for the time of one action, that the page called for something only the user can answer: `alert` and its
 * kin, or a new window. Everything runs as ever; the page's own functions are put back afterwards (PROTOCOL.md 7).
 */
export type SystemDialogKind = "alert" | "confirm" | "prompt" | "print" | "beforeunload";

const NAMES = ["alert", "confirm", "prompt", "print", "open"] as const;

export interface OpenedWindow {
  readonly url: string;
  /** The browser did not open it: a script needs the user's own gesture for that. */
  readonly blocked: boolean;
}

type Callable = (...args: unknown[]) => unknown;

export class SystemDialogWatch {
  readonly dialogs: SystemDialogKind[] = [];
  readonly windows: OpenedWindow[] = [];
  readonly #undo: (() => void)[] = [];

  constructor(views: Iterable<Window>) {
    for (const view of views) {
      for (const name of NAMES) this.#wrap(view, name);
      this.#watchLeaving(view);
    }
  }

  stop(): void {
    for (const undo of this.#undo.splice(0)) undo();
  }

  /** The question whether to leave the page; our listener is the last, so that it sees what the page's have said. */
  #watchLeaving(view: Window): void {
    const asked = (event: BeforeUnloadEvent): void => {
      const asks = event.defaultPrevented || event.returnValue !== "";
      if (asks && view.navigator.userActivation.hasBeenActive) this.dialogs.push("beforeunload");
    };
    view.addEventListener("beforeunload", asked);
    this.#undo.push(() => {
      view.removeEventListener("beforeunload", asked);
    });
  }

  #wrap(view: Window, name: (typeof NAMES)[number]): void {
    const original = Object.getOwnPropertyDescriptor(view, name);
    const call: unknown = original?.value;
    if (original === undefined || typeof call !== "function" || original.configurable !== true) return;
    const note = (args: unknown[], result: unknown): void => {
      this.#note(view, name, args, result);
    };
    const wrapper = function (this: unknown, ...args: unknown[]): unknown {
      // A dialog is noted before it blocks: the page may never come back from it.
      if (name !== "open") note(args, undefined);
      const result: unknown = Reflect.apply(call as Callable, this === undefined ? view : this, args);
      if (name === "open") note(args, result);
      return result;
    };
    try {
      Object.defineProperty(view, name, { ...original, value: wrapper });
    } catch {
      return;
    }
    this.#undo.push(() => {
      // Somebody replaced it meanwhile: then theirs stays, for they wrapped ours and expect to be called.
      if (Object.getOwnPropertyDescriptor(view, name)?.value !== wrapper) return;
      Object.defineProperty(view, name, original);
    });
  }

  #note(view: Window, name: (typeof NAMES)[number], args: unknown[], result: unknown): void {
    if (name !== "open") {
      this.dialogs.push(name);
      return;
    }
    const [url, , features] = args.map((arg) =>
      typeof arg === "string" || arg instanceof URL ? String(arg) : "",
    );
    if (isInPage(view, result)) return;
    const hides = /\b(noopener|noreferrer)\b/.test(features ?? "");
    this.windows.push({ url: resolve(view, url ?? ""), blocked: result === null && !hides });
  }
}

/** `open` with the name of a frame, `_self` and the like stays in this tab. */
function isInPage(view: Window, opened: unknown): boolean {
  try {
    return typeof opened === "object" && opened !== null && (opened as Window).top === view.top;
  } catch {
    return false;
  }
}

function resolve(view: Window, url: string): string {
  try {
    return url === "" ? "about:blank" : new URL(url, view.document.baseURI).href;
  } catch {
    return url;
  }
}
