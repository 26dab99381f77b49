/**
 * Events that only a user can cause. A page can wrap `addEventListener`, keep our listener, and call it with an
 * object that looks like an event, or with a real event of its own; so listeners are added by the original, and
 * an event counts only if the browser made it and is delivering it to the very control it is meant for.
 */
const prototype = Event.prototype;
const add = EventTarget.prototype.addEventListener;
const currentTarget = Object.getOwnPropertyDescriptor(prototype, "currentTarget")?.get;

/** Listens to what the user does with `target`; the returned function ends that. */
export function onTrusted<K extends keyof HTMLElementEventMap>(
  target: HTMLElement,
  type: K,
  run: (event: HTMLElementEventMap[K]) => void,
): () => void {
  const listening = new AbortController();
  const listener = (event: HTMLElementEventMap[K]): void => {
    if (isTrustedOn(event, target)) {
      run(event);
    }
  };
  Reflect.apply(add, target, [type, listener, { signal: listening.signal }]);
  return () => listening.abort();
}

/** True if the browser made this event for the user and is delivering it to `target` right now. */
export function isTrustedOn(event: Event, target: EventTarget): boolean {
  try {
    // The getter throws for anything that is no event; of a real event, `isTrusted` cannot be redefined.
    const at: unknown =
      currentTarget === undefined ? event.currentTarget : Reflect.apply(currentTarget, event, []);
    return at === target && event.isTrusted;
  } catch {
    return false;
  }
}
