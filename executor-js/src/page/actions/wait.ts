/** Waits a time, or for something to become true; unmet is a time-out, except for a page that never rests. */
import { refuse, type ActionOf } from "../../protocol/index.js";
import { isHtml } from "../dom.js";
import { changedSince } from "../page-changes.js";
import { liveRoots } from "../page-walk.js";
import * as p from "../pristine.js";
import { settle } from "../settle.js";
import type { Refusal, ResolvedRef } from "../types.js";
import { isVisible } from "../visibility.js";
import type { Acting, FreeHandler, Outcome } from "./action.js";
import { listOf } from "../lists.js";

const DEFAULT_MS = 300;
/** How long a condition may take when the request does not say, in milliseconds. */
const CONDITION_MS = 10_000;
const LOOK_MS = 60;
const STABLE_MS = 200;

export const wait: FreeHandler<"wait"> = {
  target: "own",
  async run(acting, action) {
    if (action.for === undefined) {
      await acting.clock.sleep(action.ms ?? DEFAULT_MS, acting.signal);
      return { idle: true };
    }
    const limit = action.timeoutMs ?? CONDITION_MS;
    if (action.for === "stable") {
      acting.extras.stable = await settle(
        acting.watch,
        acting.clock,
        { quietMs: STABLE_MS, maxMs: limit },
        acting.signal,
      );
      return { idle: true };
    }
    const met = condition(acting, action);
    if ("refused" in met) return met;
    return await poll(acting, limit, met.check, refuse.timeout(action.elementId, { for: action.for }));
  },
};

interface Condition {
  readonly check: () => boolean;
}

async function poll(acting: Acting, limit: number, check: () => boolean, late: Refusal): Promise<Outcome> {
  const end = acting.clock.now() + limit;
  while (!check()) {
    const left = end - acting.clock.now();
    if (left <= 0) return late;
    await acting.clock.sleep(Math.min(LOOK_MS, left), acting.signal);
  }
  return { idle: true };
}

function condition(acting: Acting, action: ActionOf<"wait">): Condition | Refusal {
  const { elementId = "", snapshotId = "" } = action;
  const find = (): ResolvedRef | Refusal => acting.snapshots.resolve(snapshotId, elementId);
  switch (action.for) {
    case "urlChange": {
      const from = location.href;
      return {
        check: () => location.href !== from || acting.snapshots.observeDiff(snapshotId)?.urlChanged === true,
      };
    }
    case "text": {
      const target = elementId === "" ? undefined : find();
      if (target !== undefined && "refused" in target) return target;
      const wanted = plain(action.text ?? "");
      return { check: () => shows(acting, target?.element, wanted) };
    }
    default: {
      const known = find();
      // What is gone or another thing by now is what was waited for; an id that never was is a mistake.
      if ("refused" in known && !HAPPENED.has(known.code)) return known;
      if ("refused" in known && known.details?.["reason"] === "unknown_id") return known;
      return {
        check: () => {
          const ref = find();
          if ("refused" in ref) return HAPPENED.has(ref.code);
          return action.for === "elementGone"
            ? !isVisible(ref.element)
            : changedSince(ref.listed, ref.element, ref.sensitive) !== undefined;
        },
      };
    }
  }
}

const HAPPENED: ReadonlySet<string> = new Set([
  "element_not_available",
  "element_changed",
  "navigation_detected",
]);

function shows(acting: Acting, within: Element | undefined, wanted: string): boolean {
  if (within !== undefined) return isHtml(within) && plain(p.innerText(within)).includes(wanted);
  for (const root of liveRoots(acting.isSdkNode)) {
    const tops = p.nodeType(root) === 9 ? [p.bodyOf(root as Document)] : listOf(p.childNodes(root));
    for (const top of tops) {
      if (top === null || p.nodeType(top) !== 1 || !isHtml(top as Element)) continue;
      if (plain(p.innerText(top as HTMLElement)).includes(wanted)) return true;
    }
  }
  return false;
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
