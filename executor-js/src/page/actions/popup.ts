/** Waiting for a field's popup to come or to go: they fade in and out, and cover the next target meanwhile. */
import { isPutAway } from "../own-list.js";
import type { Acting } from "./action.js";

/** How long a popup may take to open, in milliseconds. */
const OPEN_MS = 1500;
/** How long it may take to fade away, in milliseconds. */
const CLOSE_MS = 1000;
const LOOK_MS = 30;

/** What `find` finds, once it does; null when it never did. */
export async function appears<T>(acting: Acting, find: () => T | null, ms = OPEN_MS): Promise<T | null> {
  const end = acting.clock.now() + ms;
  for (;;) {
    const found = find();
    if (found !== null || acting.clock.now() >= end) return found;
    await acting.clock.sleep(LOOK_MS, acting.signal);
  }
}

/** True once nothing of the field's popup is painted any more. */
export async function putAway(acting: Acting, field: Element): Promise<boolean> {
  return (await appears(acting, () => (isPutAway(field) ? true : null), CLOSE_MS)) === true;
}
