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

interface TrackingInit extends IntersectionObserverInit {
  readonly trackVisibility: boolean;
  readonly delay: number;
}

/** Arms what lies in `element`. */
export function useArming(ui: Ui, element: Ref<HTMLElement | undefined>): Arming {
  const { armingMs } = ui.settings;
  const rested = ref(armingMs === 0);
  const seen = ref<boolean | undefined>(tells ? undefined : true);
  let stopTimer: (() => void) | undefined;
  let observer: IntersectionObserver | undefined;
  const rest = (): void => {
    stopTimer?.();
    if (armingMs > 0) {
      rested.value = false;
      stopTimer = ui.timers.after(armingMs, () => (rested.value = true));
    }
  };
  onMounted(() => {
    rest();
    const target = element.value;
    if (tells && Observer !== undefined && target !== undefined) {
      const look: IntersectionObserverCallback = (entries) => {
        const isSeen = (entries.at(-1) as { isVisible?: boolean } | undefined)?.isVisible === true;
        if (isSeen && seen.value === false) {
          rest(); // what was covered a moment ago has not been read yet
        }
        seen.value = isSeen;
      };
      const init: TrackingInit = { trackVisibility: true, delay: LOOK_MS, threshold: [0, 0.5, 1] };
      observer = new Observer(look, init);
      observer.observe(target);
    }
  });
  onBeforeUnmount(() => {
    stopTimer?.();
    observer?.disconnect();
  });
  return {
    armed: computed(() => rested.value && seen.value === true),
    covered: computed(() => rested.value && seen.value === false),
  };
}
