/**
 * What the user interface shows. The controller writes it, the components read it; it holds no token, no frame
 * and no value of a sensitive field.
 */
import { reactive, shallowReactive } from "vue";
import type { Older } from "./history.js";
import type { Message } from "./messages.js";
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

/** Questions of the agent that wait for the user. */
export interface PendingQuestions {
  readonly requestId: string;
  readonly questions: readonly Question[];
  /** The answers are on their way. */
  sending: boolean;
  /** They could not be sent. */
  failed: boolean;
}

export interface Question {
  readonly question: string;
  readonly header: string;
  readonly multiSelect: boolean;
  readonly options: readonly { readonly label: string; readonly description: string }[];
}

/** What the panel says about the present turn. */
export type Notice =
  | { readonly kind: "error"; readonly text: string }
  | { readonly kind: "busy" }
  | { readonly kind: "retry"; readonly attempt: number; readonly of: number; readonly seconds: number }
  | { readonly kind: "unconfirmed" }
  | { readonly kind: "newSession" };

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
  /** Whether the stored part of the conversation is here. */
  history: "none" | "loading" | "loaded" | "failed";
  /** Undefined when the oldest message that is here is the first. */
  older: Older | undefined;
  questions: PendingQuestions | undefined;
  notice: Notice | undefined;
  /** How long the model has been silent, in seconds. */
  waited: number | undefined;
  /** The conversation's title, once the server has given it one. */
  title: string | undefined;
  /** Text that is selected in the page and goes with the next message. */
  quote: string | undefined;
  /** A message that the server did not take: it goes back to where it was written. */
  returned: { readonly text: string } | undefined;
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
      history: "none",
      older: undefined,
      questions: undefined,
      notice: undefined,
      waited: undefined,
      title: undefined,
      quote: undefined,
      returned: undefined,
    }),
    live: shallowReactive<Store["live"]>({ confirm: undefined, highlight: [] }),
  };
}
