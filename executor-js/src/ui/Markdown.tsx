import { defineComponent, onBeforeUnmount, onMounted, ref, watch } from "vue";
import type { UiProps } from "./ui.js";
import { MarkdownView } from "./markdown/view.js";

export interface MarkdownProps extends UiProps {
  /** Grows while the answer is being written. */
  readonly text: string;
  /** Nothing comes any more. */
  readonly final: boolean;
}

/** How much more text is read at a time, in characters; what comes at once is shown over several frames. */
const CHUNK = 4_000;
/** Writing may take this share of the time: a text that takes long to write is written less often. */
const SHARE = 5;
/** What is written faster than this needs no pause. */
const QUICK_MS = 4;
/** The longest time that counts for a pause: a busy machine must not make the answer stand still. */
const MAX_MS = 100;

/** Text of an answer. It is written outside of Vue, which would look through all of it each time. */
export const Markdown = defineComponent<MarkdownProps>(
  (props) => {
    const { chat } = props.ui.texts;
    const { timers } = props.ui;
    const root = ref<HTMLElement>();
    const hidden = ref(0);
    let view: MarkdownView | undefined;
    let stopPause: (() => void) | undefined;
    let read = 0;
    const write = (): void => {
      stopPause?.();
      stopPause = undefined;
      const { text, final } = props;
      const began = timers.now();
      read = Math.min(text.length, read + CHUNK);
      const isWhole = read === text.length;
      view?.update(isWhole ? text : text.slice(0, read), isWhole && final);
      const took = timers.now() - began;
      if (!isWhole || (took > QUICK_MS && !final)) {
        stopPause = timers.after(Math.min(took, MAX_MS) * (isWhole ? SHARE : 1), write);
      }
    };
    onMounted(() => {
      if (root.value !== undefined) {
        view = new MarkdownView(root.value, chat, (count) => (hidden.value = count));
        write();
      }
    });
    watch([() => props.text, () => props.final], () => {
      if (stopPause === undefined) {
        write();
      }
    });
    onBeforeUnmount(() => stopPause?.());
    return () => (
      <div class="md">
        {hidden.value > 0 ? (
          <button type="button" class="link-btn md-earlier" onClick={() => view?.showAll()}>
            {chat.earlier}
          </button>
        ) : null}
        <div ref={root} class="md-body" />
      </div>
    );
  },
  { props: ["ui", "text", "final"] },
);
