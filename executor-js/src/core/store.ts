/**
 * What the user interface shows. The controller writes it, the components read it; it holds no token, no frame
 * and no value of a sensitive field.
 */
import { reactive, shallowReactive } from "vue";
import type { ActionEvent, AuthorizationLevel, ConfirmAnswer, ConfirmRequest } from "../page/types.js";

/** Where the connection to the server stands. */
export type Connection = "idle" | "connecting" | "online" | "waiting" | "failed";

/** One line of the action log. */
export interface LogEntry {
  /** Unique and growing. */
  readonly id: number;
  /** When it began or ended, in milliseconds since 1970. */
  readonly at: number;
  /** Names the action: its request and its place in it. */
  readonly key: string;
  readonly action: ActionEvent["action"];
  /** Name of the target for the user's eyes; empty for actions without one. */
  readonly target: string;
  readonly state: "running" | "ok" | "failed";
  readonly code?: ActionEvent["code"];
  readonly status?: ActionEvent["status"];
}

/** A question that waits for the user. */
export interface PendingConfirm {
  /** Unique and growing: a component made for one question never answers another. */
  readonly id: number;
  readonly request: ConfirmRequest;
  /** Only the first answer counts. */
  answer(answer: ConfirmAnswer): void;
}

/** What the user wrote. */
export interface Message {
  /** In one order with the lines of the log. */
  readonly id: number;
  readonly eventId: string;
  readonly text: string;
  /** `unconfirmed`: sent, but the server has not said that it is stored. */
  state: "sending" | "sent" | "unconfirmed";
}

/** A problem that the panel tells the user about. */
export type Problem = "boot" | "auth" | "connection";

export interface State {
  panelOpen: boolean;
  connection: Connection;
  problem: Problem | undefined;
  /** The agent's name once it is known. */
  agentName: string | undefined;
  sessionId: number | undefined;
  /** The server's word on the conversation: IDLE, RUNNING, … */
  phase: string;
  level: AuthorizationLevel;
  /** What the host page proposes and the user may accept. */
  proposal: AuthorizationLevel | undefined;
  /** Whether `full` outlasts this page; undefined while that is not known. */
  kept: boolean | undefined;
  /** True while a page request is queued or running. */
  busy: boolean;
  /** What is being done right now. */
  current: LogEntry | undefined;
  log: LogEntry[];
  messages: Message[];
}

export interface Store {
  readonly state: State;
  /** Unique and growing: the order in which things came to be shown. */
  nextId(): number;
  /** Apart from `state`, for it holds page elements, which must not become reactive proxies. */
  readonly live: { confirm: PendingConfirm | undefined; highlight: readonly Element[] };
}

export function createStore(): Store {
  let ids = 0;
  return {
    nextId: () => ++ids,
    state: reactive<State>({
      panelOpen: false,
      connection: "idle",
      problem: undefined,
      agentName: undefined,
      sessionId: undefined,
      phase: "IDLE",
      level: "per_action",
      proposal: undefined,
      kept: undefined,
      busy: false,
      current: undefined,
      log: [],
      messages: [],
    }),
    live: shallowReactive<Store["live"]>({ confirm: undefined, highlight: [] }),
  };
}
