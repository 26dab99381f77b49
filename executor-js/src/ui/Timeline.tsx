import { defineComponent, nextTick, ref, watch } from "vue";
import type { LogEntry, Message } from "../core/store.js";
import { DoneIcon, FailedIcon } from "./icons.jsx";
import type { Ui, UiProps } from "./ui.js";

/** What the user said and what was done in the page, oldest first. */
export const Timeline = defineComponent<UiProps>(
  ({ ui }) => {
    const { state } = ui.store;
    const element = ref<HTMLElement>();
    watch(
      () => state.log.length + state.messages.length,
      () =>
        void nextTick(() => {
          const body = element.value?.parentElement;
          body?.scrollTo({ top: body.scrollHeight });
        }),
      { immediate: true },
    );
    return () => (
      <div ref={element} class="timeline">
        {groups(state.messages, state.log).map((group) =>
          "text" in group ? (
            <Bubble key={group.id} ui={ui} message={group} />
          ) : (
            <ol key={group.lines[0]?.id} class="log" role="list" aria-label={ui.texts.task.log}>
              {group.lines.map((entry) => (
                <Line key={entry.id} ui={ui} entry={entry} />
              ))}
            </ol>
          ),
        )}
      </div>
    );
  },
  { props: ["ui"] },
);

type Group = Message | { readonly lines: readonly LogEntry[] };

/** Each message, and the lines that came between two of them. */
function groups(messages: readonly Message[], log: readonly LogEntry[]): Group[] {
  const found: Group[] = [];
  let from = 0;
  for (const message of [...messages, undefined]) {
    const at = message === undefined ? log.length : log.findIndex((entry) => entry.id > message.id);
    const to = at < 0 ? log.length : Math.max(at, from);
    if (to > from) {
      found.push({ lines: log.slice(from, to) });
    }
    if (message !== undefined) {
      found.push(message);
    }
    from = to;
  }
  return found;
}

function Bubble({ ui, message }: { ui: Ui; message: Message }) {
  const { composer } = ui.texts;
  return (
    <div class="said">
      <p class="bubble">
        <span class="unseen">{composer.you}</span>
        {message.text}
      </p>
      {message.state === "unconfirmed" ? <small class="said-note">{composer.unconfirmed}</small> : null}
    </div>
  );
}

function Line({ ui, entry }: { ui: Ui; entry: LogEntry }) {
  const { texts } = ui;
  const { state, code } = entry;
  return (
    <li class={`log-line is-${state}`}>
      <span class="log-icon" aria-hidden="true">
        {state === "running" ? <span class="spinner" /> : state === "ok" ? <DoneIcon /> : <FailedIcon />}
      </span>
      <span class="log-text">
        <span>
          {texts.action[entry.action]} <span class="log-target">{entry.target}</span>
        </span>
        <small class="log-end">{ending(ui, entry)}</small>
        {code === undefined ? null : (
          <details class="log-more">
            <summary>{texts.task.details}</summary>
            <dl>
              <dt>{texts.task.code}</dt>
              <dd>
                <code>{code}</code>
              </dd>
              <dt>{texts.task.time}</dt>
              <dd>{new Date(entry.at).toLocaleTimeString(texts.lang)}</dd>
            </dl>
          </details>
        )}
      </span>
    </li>
  );
}

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
