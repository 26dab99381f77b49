import { type CSSProperties, defineComponent, nextTick, ref, watch } from "vue";
import { announcement } from "./ConfirmCard.jsx";
import { Highlight } from "./Highlight.jsx";
import { Launcher } from "./Launcher.jsx";
import { Panel } from "./Panel.jsx";
import { TaskPill } from "./TaskPill.jsx";
import type { UiProps } from "./ui.js";

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
    return () => (
      <div ref={element} class={`root at-${position}`} lang={ui.texts.lang} style={theme}>
        <div class="unseen" role="alert">
          {announcement(ui, ui.store.live.confirm)}
        </div>
        <Highlight ui={ui} />
        {ui.store.state.panelOpen ? <Panel ui={ui} /> : <TaskPill ui={ui} />}
        {launcherVisible ? <Launcher ui={ui} /> : null}
      </div>
    );
  },
  { props: ["ui"] },
);
