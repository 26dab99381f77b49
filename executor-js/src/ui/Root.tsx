import { type CSSProperties, defineComponent, nextTick, ref, watch } from "vue";
import { announcement } from "./ConfirmCard.jsx";
import { Highlight } from "./Highlight.jsx";
import { Launcher } from "./Launcher.jsx";
import { Panel } from "./Panel.jsx";
import { TaskPill } from "./TaskPill.jsx";
import type { Ui, UiProps } from "./ui.js";

/** Everything that the SDK shows. */
export const Root = defineComponent<UiProps>(
  ({ ui }) => {
    const { position, primary, launcherVisible } = ui.settings;
    const theme: CSSProperties = primary === undefined ? {} : { "--primary": primary };
    const element = ref<HTMLElement>();
    // A closing panel hands the focus to the launcher, if it has it; what the user does in the page is left alone.
    watch(
      () => ui.store.state.panelOpen,
      (open) => {
        if (!open && element.value?.querySelector(".panel")?.matches(":focus-within") === true) {
          void nextTick(() =>
            element.value?.querySelector<HTMLElement>(".launcher")?.focus({ preventScroll: true }),
          );
        }
      },
    );
    // An answer is not read out piece by piece, but its end is told.
    const told = ref("");
    let stopTelling: (() => void) | undefined;
    watch(
      () => ui.store.state.messages.at(-1),
      (last) => {
        told.value = "";
        stopTelling?.();
        stopTelling =
          last?.kind === "answer" && last.state === "streaming"
            ? watch(
                () => last.state,
                (state) => (told.value = state === "done" ? ui.texts.chat.answered : ui.texts.chat.failed),
              )
            : undefined;
      },
    );
    return () => (
      <div ref={element} class={`root at-${position}`} lang={ui.texts.lang} style={theme}>
        <div class="unseen" role="alert">
          {announcement(ui, ui.store.live.confirm) || asked(ui)}
        </div>
        <div class="unseen" role="status">
          {told.value}
        </div>
        <Highlight ui={ui} />
        {ui.store.state.panelOpen ? <Panel ui={ui} /> : <TaskPill ui={ui} />}
        {launcherVisible ? <Launcher ui={ui} /> : null}
      </div>
    );
  },
  { props: ["ui"] },
);

function asked({ store, texts }: Ui): string {
  const question = store.state.questions?.questions[0]?.question;
  return question === undefined ? "" : texts.questions.announce(question);
}
