import { type CSSProperties, defineComponent } from "vue";
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
    return () => (
      <div class={`root at-${position}`} lang={ui.texts.lang} style={theme}>
        <Highlight ui={ui} />
        {ui.store.state.panelOpen ? <Panel ui={ui} /> : <TaskPill ui={ui} />}
        {launcherVisible ? <Launcher ui={ui} /> : null}
      </div>
    );
  },
  { props: ["ui"] },
);
