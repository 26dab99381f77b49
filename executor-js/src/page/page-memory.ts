/** What stood on the page when a snapshot was taken, so that `observe` can tell what appeared since (seed 6.6). */
import type { Changes, DialogChange } from "../protocol/index.js";
import { nameOf } from "./accessible-name.js";
import { newMessages, readMessages, type Messages } from "./messages.js";
import { openDialogs } from "./page-look.js";
import { PageWalk } from "./page-walk.js";
import { deref } from "./pristine.js";

const KEPT = 8;

interface Mark {
  readonly messages: Messages;
  readonly dialogs: readonly { readonly element: WeakRef<Element>; readonly kind: DialogChange["kind"] }[];
}

export class PageMemory {
  readonly #isSdkNode: (node: Node) => boolean;
  readonly #marks = new Map<string, Mark>();

  constructor(isSdkNode: (node: Node) => boolean) {
    this.#isSdkNode = isSdkNode;
  }

  /** @param walk The page as the snapshot told it. */
  remember(snapshotId: string, walk: PageWalk): void {
    this.#marks.delete(snapshotId);
    this.#marks.set(snapshotId, {
      messages: readMessages(walk, this.#isSdkNode),
      dialogs: [...openDialogs(walk, this.#isSdkNode)].map(([element, kind]) => ({
        element: new WeakRef(element),
        kind,
      })),
    });
    for (const id of this.#marks.keys()) {
      if (this.#marks.size <= KEPT) break;
      this.#marks.delete(id);
    }
  }

  /** Messages and dialogs that came since the snapshot. */
  since(snapshotId: string): Pick<Changes, "messages" | "dialog"> {
    const mark = this.#marks.get(snapshotId);
    const walk = new PageWalk(this.#isSdkNode);
    const messages = newMessages(mark?.messages ?? new Map(), readMessages(walk, this.#isSdkNode));
    if (mark === undefined) return { messages };
    const open = openDialogs(walk, this.#isSdkNode);
    const known = new Set(mark.dialogs.map((dialog) => deref(dialog.element)));
    for (const [element, kind] of open) {
      if (known.has(element)) continue;
      const label = nameOf(element);
      return { messages, dialog: { kind, opened: true, ...(label !== "" && { label }) } };
    }
    for (const { element, kind } of mark.dialogs) {
      const dialog = deref(element);
      if (dialog === undefined || !open.has(dialog)) return { messages, dialog: { kind, closed: true } };
    }
    return { messages };
  }
}
