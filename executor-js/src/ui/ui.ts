import type { Timers } from "../client/timers.js";
import type { Controller } from "../core/controller.js";
import type { Settings } from "../core/options.js";
import type { Store } from "../core/store.js";
import type { Texts } from "../i18n/index.js";

/** What every component is given: what to show, in which words, and what the user can do. */
export interface Ui {
  readonly store: Store;
  readonly texts: Texts;
  readonly settings: Pick<Settings, "position" | "launcherVisible" | "armingMs" | "primary">;
  readonly act: Pick<Controller, "open" | "close" | "toggle" | "stop" | "retry">;
  readonly timers: Timers;
}

/** The props of a component that needs nothing else. */
export interface UiProps {
  readonly ui: Ui;
}

/** How the agent is called. */
export function agentName(ui: Ui): string {
  return ui.store.state.agentName ?? ui.texts.defaultName;
}
