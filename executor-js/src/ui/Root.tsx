import { type CSSProperties, defineComponent, nextTick, ref, watch } from "vue";
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
        if (!open && element.value?.querySelector(".panel:focus-within") != null) {
          void nextTick(() => element.value?.querySelector<HTMLElement>(".launcher")?.focus({ preventScroll: true }));
        }
      },
    );
    return () => (
      <div ref={element} class={`root at-${position}`} lang={ui.texts.lang} style={theme}>
        <Highlight ui={ui} />
        {ui.store.state.panelOpen ? <Panel ui={ui} /> : <TaskPill ui={ui} />}
        {launcherVisible ? <Launcher ui={ui} /> : null}
      </div>
    );
  },
  { props: ["ui"] },
);
