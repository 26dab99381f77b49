import { defineComponent, onBeforeUnmount, onMounted, shallowRef, watch } from "vue";
import type { Rect } from "../protocol/index.js";
import { rectOf } from "../page/visibility.js";
import type { UiProps } from "./ui.js";

/** How often the place of a target is looked at, for what moves without a scroll event of this window. */
const LOOK_MS = 200;
const GAP = 4;

/** Frames around what is asked about or acted on. They follow their targets and never take a click. */
export const Highlight = defineComponent<UiProps>(
  ({ ui }) => {
    const boxes = shallowRef<readonly Rect[]>([]);
    let stopTimer: (() => void) | undefined;
    const look = (): void => {
      stopTimer?.();
      stopTimer = undefined;
      const targets = ui.store.live.highlight;
      if (targets.length === 0) {
        boxes.value = [];
        return;
      }
      const found = targets.map(rectOf).filter((rect) => rect.width > 0 && rect.height > 0);
      if (!same(found, boxes.value)) {
        boxes.value = found;
      }
      stopTimer = ui.timers.after(LOOK_MS, look);
    };
    const watching = new AbortController();
    onMounted(() => {
      const options = { capture: true, passive: true, signal: watching.signal };
      const moved = (): void => {
        if (ui.store.live.highlight.length > 0) {
          look();
        }
      };
      window.addEventListener("scroll", moved, options);
      window.addEventListener("resize", moved, options);
    });
    watch(() => ui.store.live.highlight, look, { flush: "post" });
    onBeforeUnmount(() => {
      watching.abort();
      stopTimer?.();
    });
    return () => (
      <div class="marks" aria-hidden="true">
        {boxes.value.map(({ x, y, width, height }, i) => (
          <div
            key={i}
            class="mark"
            style={{
              transform: `translate(${x - GAP}px, ${y - GAP}px)`,
              width: `${width + 2 * GAP}px`,
              height: `${height + 2 * GAP}px`,
            }}
          />
        ))}
      </div>
    );
  },
  { props: ["ui"] },
);

function same(a: readonly Rect[], b: readonly Rect[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ x, y, width, height }, i) => {
      const other = b[i];
      return other?.x === x && other.y === y && other.width === width && other.height === height;
    })
  );
}
