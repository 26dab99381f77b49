import { defineComponent, onBeforeUnmount, onMounted, ref, watch } from "vue";
import type { UiProps } from "./ui.js";
import { MarkdownView } from "./markdown/view.js";

export interface MarkdownProps extends UiProps {
  /** Grows while the answer is being written. */
  readonly text: string;
  /** Nothing comes any more. */
  readonly final: boolean;
}

/** Writing may take this share of the time: a text that takes long to write is written less often. */
const SHARE = 5;
/** What is written faster than this needs no pause. */
const QUICK_MS = 4;

/** Text of an answer. It is written outside of Vue, which would look through all of it each time. */
export const Markdown = defineComponent<MarkdownProps>(
  (props) => {
    const { chat } = props.ui.texts;
    const { timers } = props.ui;
    const root = ref<HTMLElement>();
    const hidden = ref(0);
    let view: MarkdownView | undefined;
    let stopPause: (() => void) | undefined;
    const write = (): void => {
      stopPause?.();
      stopPause = undefined;
      const began = timers.now();
      view?.update(props.text, props.final);
      const took = timers.now() - began;
      if (took > QUICK_MS && !props.final) {
        stopPause = timers.after(took * SHARE, write);
      }
    };
    onMounted(() => {
      if (root.value !== undefined) {
        view = new MarkdownView(root.value, chat, (count) => (hidden.value = count));
        write();
      }
    });
    watch([() => props.text, () => props.final], () => {
      if (stopPause === undefined || props.final) {
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
