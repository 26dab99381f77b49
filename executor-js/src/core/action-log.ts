import type { ActionEvent } from "../page/types.js";
import type { LogEntry, State } from "./store.js";

const wallClock = Date.now.bind(Date);

/** How many lines the log keeps. */
const LINES = 50;

/** Writes an action's beginning or end into the log; `id` is for a new line. */
export function logAction(state: State, event: ActionEvent, id: number): void {
  const key = `${event.requestId} ${event.index}`;
  const { action, target } = event;
  if (event.phase === "start") {
    state.log.push({ id, at: wallClock(), key, action, target, state: "running" });
    state.log.splice(0, state.log.length - LINES);
  } else {
    // An action that was refused before it began has no line yet.
    const at = state.log.findLastIndex((entry) => entry.key === key);
    const ended: LogEntry = {
      id: state.log[at]?.id ?? id,
      at: wallClock(),
      key,
      action,
      target,
      state: event.ok === true ? "ok" : "failed",
      ...(event.code !== undefined && { code: event.code }),
      ...(event.status !== undefined && { status: event.status }),
    };
    if (at < 0) {
      state.log.push(ended);
    } else {
      state.log[at] = ended;
    }
  }
  state.current = state.log.findLast((entry) => entry.state === "running");
}
