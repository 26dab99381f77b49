import { defineComponent } from "vue";
import { ChatIcon, DownIcon } from "./icons.jsx";
import { type UiProps, agentName, isTurnOn, needsUser } from "./ui.js";

/** The round button in the corner: opens the panel and tells from afar what goes on. */
export const Launcher = defineComponent<UiProps>(
  ({ ui }) => {
    const { launcher } = ui.texts;
    const news = (): "attention" | "running" | undefined =>
      needsUser(ui) ? "attention" : ui.store.state.busy || isTurnOn(ui) ? "running" : undefined;
    const name = (): string => {
      if (ui.store.state.panelOpen) {
        return launcher.collapse(agentName(ui));
      }
      const what = news();
      return launcher.open(agentName(ui)) + (what === undefined ? "" : ui.texts.comma + launcher[what]);
    };
    return () => {
      const { panelOpen } = ui.store.state;
      return (
        <button
          type="button"
          class={["launcher", news()]}
          aria-label={name()}
          title={name()}
          aria-haspopup="dialog"
          aria-expanded={panelOpen}
          onClick={() => ui.act.toggle()}
        >
          {panelOpen ? <DownIcon /> : <ChatIcon />}
          <span class="launcher-mark" aria-hidden="true" />
        </button>
      );
    };
  },
  { props: ["ui"] },
);
