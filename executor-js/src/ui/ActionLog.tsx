import { defineComponent, nextTick, ref, watch } from "vue";
import type { LogEntry } from "../core/store.js";
import { DoneIcon, FailedIcon } from "./icons.jsx";
import type { Ui, UiProps } from "./ui.js";

/** What was done in the page, oldest first, and how it ended. */
export const ActionLog = defineComponent<UiProps>(
  ({ ui }) => {
    const list = ref<HTMLElement>();
    watch(
      () => ui.store.state.log.length,
      () =>
        void nextTick(() => {
          const body = list.value?.parentElement;
          body?.scrollTo({ top: body.scrollHeight });
        }),
      { immediate: true },
    );
    return () => (
      <ol ref={list} class="log" role="list" aria-label={ui.texts.task.log}>
        {ui.store.state.log.map((entry) => (
          <li key={entry.id} class={`log-line is-${entry.state}`}>
            <span class="log-icon" aria-hidden="true">
              {entry.state === "running" ? (
                <span class="spinner" />
              ) : entry.state === "ok" ? (
                <DoneIcon />
              ) : (
                <FailedIcon />
              )}
            </span>
            <span class="log-text">
              <span>
                {ui.texts.action[entry.action]} <span class="log-target">{entry.target}</span>
              </span>
              <small class="log-end">{ending(ui, entry)}</small>
            </span>
          </li>
        ))}
      </ol>
    );
  },
  { props: ["ui"] },
);

/** How an action ended, in the user's words; the code itself where there are none. */
function ending({ texts }: Ui, entry: LogEntry): string {
  const { state, code, status } = entry;
  if (state === "running") {
    return texts.panel.status.working;
  }
  const why = code === undefined ? status && texts.status[status] : (texts.error[code] ?? code);
  const how = state === "ok" ? texts.done : texts.failed;
  return why === undefined ? how : `${how} · ${why}`;
}
