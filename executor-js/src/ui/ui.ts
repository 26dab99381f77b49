import type { Timers } from "../client/timers.js";
import type { Authority } from "../core/authority.js";
import type { Controller } from "../core/controller.js";
import type { Settings } from "../core/options.js";
import type { Store } from "../core/store.js";
import type { Texts } from "../i18n/texts.js";

/** What every component is given: what to show, in which words, and what the user can do. */
export interface Ui {
  readonly store: Store;
  readonly texts: Texts;
  readonly settings: Pick<Settings, "position" | "launcherVisible" | "armingMs" | "primary">;
  /** Where the page is from, as the user knows it. */
  readonly site: string;
  readonly act: Pick<
    Controller,
    "open" | "close" | "toggle" | "stop" | "retry" | "older" | "say" | "answer"
  > & {
    /** A new conversation; the panel tells when there is none. */
    startAnew(): void;
    dropQuote(): void;
    readonly authority: Pick<Authority, "choose" | "revoke" | "accept" | "decline">;
  };
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

/** Phases of the conversation in which the agent is at work. */
const ACTIVE: ReadonlySet<string> = new Set(["RUNNING", "RESUMING", "WAITING_APPROVAL"]);

/** True while the agent is at its turn: another message has to wait. */
export function isTurnOn(ui: Ui): boolean {
  return ACTIVE.has(ui.store.state.phase);
}

/** True while there is something to stop. */
export function isTaskOn(ui: Ui): boolean {
  const { busy, level } = ui.store.state;
  return busy || level === "task" || ui.store.live.confirm !== undefined || isTurnOn(ui);
}

/** True while something waits for the user. */
export function needsUser({ store }: Ui): boolean {
  return store.live.confirm !== undefined || store.state.questions !== undefined;
}
