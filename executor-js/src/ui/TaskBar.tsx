import { defineComponent } from "vue";
import { TrustedButton } from "./TrustedButton.jsx";
import { STOP_KEYS } from "./shortcut.js";
import { type Ui, type UiProps, isTaskOn, needsUser } from "./ui.js";

/** What is going on, in one line; undefined when there is nothing that could be stopped. */
export function taskText(ui: Ui): string | undefined {
  const { store, texts } = ui;
  const { busy, current, level, phase } = store.state;
  if (needsUser(ui)) {
    return texts.task.waiting;
  }
  if (current !== undefined) {
    return `${texts.action[current.action]} ${current.target}`.trimEnd();
  }
  if (busy || !isTaskOn(ui)) {
    return busy ? texts.task.preparing : undefined;
  }
  return level === "task" && phase === "IDLE" ? texts.task.granted : texts.panel.status.working;
}

/** The last line of the panel while a task goes on: what is being done, and the stop button. */
export const TaskBar = defineComponent<UiProps>(
  ({ ui }) =>
    () => {
      const text = taskText(ui);
      return text === undefined ? null : (
        <footer class="task">
          <span class={ui.store.state.busy ? "spinner" : "dot"} aria-hidden="true" />
          <span class="task-text">{text}</span>
          <TrustedButton
            label={ui.texts.task.stop}
            look="danger"
            attrs={{ title: ui.texts.task.stopHint, "aria-keyshortcuts": STOP_KEYS }}
            onPress={() => ui.act.stop()}
          />
        </footer>
      );
    },
  { props: ["ui"] },
);
