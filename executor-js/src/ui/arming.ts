/**
 * When a control that allows something may be pressed: a short while after it appeared, so that no click or key that
 * was meant for the page lands on it, and only as long as nothing of the page lies over it. The latter is known where
 * the browser has IntersectionObserver v2; elsewhere the top layer is the only protection.
 */
import { type Ref, computed, onBeforeUnmount, onMounted, ref } from "vue";
import type { Ui } from "./ui.js";

export interface Arming {
  readonly armed: Readonly<Ref<boolean>>;
  /** Something of the page lies over it, or it is shown distorted. */
  readonly covered: Readonly<Ref<boolean>>;
}

const Observer = globalThis.IntersectionObserver as typeof IntersectionObserver | undefined;
const tells =
  typeof IntersectionObserverEntry !== "undefined" && "isVisible" in IntersectionObserverEntry.prototype;
/** The shortest delay that browsers take for looking whether something is covered. */
const LOOK_MS = 100;
/** What is covered for so long is worth telling; while it moves into place, nothing counts as seen either. */
const TELL_MS = 800;

interface TrackingInit extends IntersectionObserverInit {
  readonly trackVisibility: boolean;
  readonly delay: number;
}

/**
 * Arms what lies in `element`. Its parts marked `data-seen="once"` must have been in sight as a whole once, and may
 * have been scrolled away since; those marked `data-seen="now"` must be in sight. Without marks, all of it must.
 */
export function useArming(ui: Ui, element: Ref<HTMLElement | undefined>): Arming {
  const { armingMs } = ui.settings;
  const rested = ref(armingMs === 0);
  const seen = ref<boolean | undefined>(tells ? undefined : true);
  const covered = ref(false);
  let stopTimer: (() => void) | undefined;
  let stopTelling: (() => void) | undefined;
  let observer: IntersectionObserver | undefined;
  const rest = (): void => {
    stopTimer?.();
    if (armingMs > 0) {
      rested.value = false;
      stopTimer = ui.timers.after(armingMs, () => (rested.value = true));
    }
  };
  const see = (isSeen: boolean): void => {
    if (isSeen && covered.value) {
      rest(); // what was covered a moment ago has not been read yet
    }
    seen.value = isSeen;
    stopTelling?.();
    stopTelling = isSeen ? undefined : ui.timers.after(TELL_MS, () => (covered.value = true));
    if (isSeen) {
      covered.value = false;
    }
  };
  onMounted(() => {
    rest();
    const target = element.value;
    if (!tells || Observer === undefined || target === undefined) {
      return;
    }
    const marked = [...target.querySelectorAll<HTMLElement>("[data-seen]")];
    const parts = new Map((marked.length === 0 ? [target] : marked).map((part) => [part as Element, false]));
    const before = new Set<Element>();
    const look: IntersectionObserverCallback = (entries) => {
      for (const entry of entries as readonly TrackedEntry[]) {
        const part = entry.target as HTMLElement;
        if (entry.isVisible === true) {
          before.add(part);
        }
        const isScrolledAway =
          entry.intersectionRatio < WHOLE && part.dataset["seen"] === "once" && before.has(part);
        parts.set(part, entry.isVisible === true || isScrolledAway);
      }
      see([...parts.values()].every(Boolean));
    };
    const init: TrackingInit = {
      trackVisibility: true,
      delay: LOOK_MS,
      threshold: [0, 0.25, 0.5, 0.75, WHOLE, 1],
    };
    observer = new Observer(look, init);
    for (const part of parts.keys()) {
      observer.observe(part);
    }
  });
  onBeforeUnmount(() => {
    stopTimer?.();
    stopTelling?.();
    observer?.disconnect();
  });
  return { armed: computed(() => rested.value && seen.value === true), covered };
}

/** Less of an element than this is a part of it; rounding of pixels is not. */
const WHOLE = 0.98;

interface TrackedEntry extends IntersectionObserverEntry {
  readonly isVisible?: boolean;
}
