import type { LogEntry } from "../core/store.js";
import { DoneIcon, FailedIcon } from "./icons.jsx";
import type { Ui } from "./ui.js";

/** What was done in the page, oldest first. */
export function LogLines({ ui, lines }: { ui: Ui; lines: readonly LogEntry[] }) {
  return (
    <ol class="log" role="list" aria-label={ui.texts.task.log}>
      {lines.map((entry) => (
        <Line key={entry.id} ui={ui} entry={entry} />
      ))}
    </ol>
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
