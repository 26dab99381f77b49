/**
 * Waiting for the page to come to rest after an action, and knowing what it did meanwhile (PROTOCOL.md 10, settling).
 * Built on mutations and a clock; animation frames do not run in hidden tabs.
 */
import type { Root } from "./pristine.js";
import type { Clock } from "./types.js";
import { listOf } from "./lists.js";

export interface SettleBounds {
  /** The page is at rest when nothing changed for this long, in milliseconds. */
  readonly quietMs: number;
  /** It is not waited for longer than this, in milliseconds. */
  readonly maxMs: number;
}

export const DEFAULT_SETTLE: SettleBounds = { quietMs: 100, maxMs: 1000 };

/** A node that changes this often by itself (a clock, a spinner) says nothing about the page being at rest. */
const NOISE_LIMIT = 6;
/** Records kept for looking at later; a page that changes without end must not fill the memory. */
const RECORD_LIMIT = 5000;

const Observer = globalThis.MutationObserver as typeof MutationObserver | undefined;

/** Follows what changes in the page from its creation until `stop`. */
export class MutationWatch {
  readonly #observer: MutationObserver | undefined;
  readonly #isSdkNode: (node: Node) => boolean;
  readonly #clock: Clock;
  readonly #bursts = new WeakMap<Node, number>();
  readonly #touched = new Set<MutationRecord>();
  #records: MutationRecord[] = [];
  #lastChange: number;

  constructor(roots: Iterable<Root>, isSdkNode: (node: Node) => boolean, clock: Clock) {
    this.#isSdkNode = isSdkNode;
    this.#clock = clock;
    this.#lastChange = clock.now();
    this.#observer =
      Observer === undefined
        ? undefined
        : new Observer((records) => {
            this.#take(records);
          });
    for (const root of roots) this.add(root);
  }

  /** Watches one more tree: a shadow root or a frame that came later. */
  add(root: Root): void {
    this.#observer?.observe(root, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
      attributeOldValue: true,
      characterDataOldValue: true,
    });
  }

  stop(): void {
    this.#observer?.disconnect();
    this.#records = [];
    this.#touched.clear();
  }

  /** Everything that changed since the last call, up to this very moment. */
  drain(): readonly MutationRecord[] {
    this.#take(this.#observer?.takeRecords() ?? []);
    const records = this.#records;
    this.#records = [];
    return records;
  }

  /** Everything that changed since the watch began, whoever has drained it. */
  all(): Iterable<MutationRecord> {
    this.#take(this.#observer?.takeRecords() ?? []);
    return this.#touched;
  }

  /** Milliseconds since the last change that counts. */
  quietFor(): number {
    this.#take(this.#observer?.takeRecords() ?? []);
    return this.#clock.now() - this.#lastChange;
  }

  /** Counts as a change of the page although no mutation shows it, such as a navigation. */
  touch(): void {
    this.#lastChange = this.#clock.now();
  }

  #take(records: readonly MutationRecord[]): void {
    const seen = new Set<Node>();
    let counts = false;
    for (const record of records) {
      const { target } = record;
      if (this.#isSdkNode(target) || isOwnNodes(record, this.#isSdkNode)) continue;
      if (this.#records.length < RECORD_LIMIT) this.#records.push(record);
      if (this.#touched.size < RECORD_LIMIT) this.#touched.add(record);
      if (!seen.has(target)) {
        seen.add(target);
        this.#bursts.set(target, (this.#bursts.get(target) ?? 0) + 1);
      }
      if ((this.#bursts.get(target) ?? 0) <= NOISE_LIMIT) counts = true;
    }
    if (counts) this.touch();
  }
}

/** The SDK's own host coming or going, for example into a dialog of the page. */
function isOwnNodes(record: MutationRecord, isSdkNode: (node: Node) => boolean): boolean {
  if (record.type !== "childList") return false;
  const nodes = [...listOf(record.addedNodes), ...listOf(record.removedNodes)];
  return nodes.length > 0 && nodes.every(isSdkNode);
}

/** Waits until the page is at rest; false when it was not within the bound. */
export async function settle(
  watch: MutationWatch,
  clock: Clock,
  bounds: SettleBounds,
  signal?: AbortSignal,
): Promise<boolean> {
  const end = clock.now() + bounds.maxMs;
  for (;;) {
    const quiet = watch.quietFor();
    if (quiet >= bounds.quietMs) return true;
    const left = end - clock.now();
    if (left <= 0) return false;
    await clock.sleep(Math.max(1, Math.min(bounds.quietMs - quiet, left)), signal);
  }
}
