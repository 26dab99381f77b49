/**
 * The conversation as the server tells it: which event means what for the messages, the questions and the phase
 * (second seed, 4.2). What does not belong to it is ignored.
 */
import type { Timers } from "../client/timers.js";
import type { Collector } from "../context/collector.js";
import { Executions } from "./executions.js";
import { type Page, mergeHistory, olderThan } from "./history.js";
import type { MaoChatEvent } from "./options.js";
import { type Choice, Questions } from "./questions.js";
import { isRecord } from "./rest.js";
import type { Store } from "./store.js";
import { Stream } from "./stream.js";
import { Turns } from "./turns.js";

/** Phases in which the agent's turn is over. */
const TERMINAL: ReadonlySet<string> = new Set(["COMPLETED", "FAILED", "CANCELLED"]);
/** Phases in which there is something to cancel on the server. */
const ACTIVE: ReadonlySet<string> = new Set(["RUNNING", "RESUMING", "WAITING_APPROVAL"]);
/** The longest error text that is shown. */
const ERROR_CHARS = 500;

export interface ConversationOptions {
  readonly store: Store;
  readonly timers: Timers;
  readonly collector: Collector;
  frame(run: () => void): () => void;
  send(frame: object): boolean;
  /** Resolves when there is a connection with a session. */
  online(): Promise<void>;
  /** The last stored messages of a session, or the last ones before one. */
  history(sessionId: number, before?: number): Promise<Page>;
  emit(event: MaoChatEvent): void;
  /** The agent's turn is over. */
  turnEnded(): void;
}

export class Conversation {
  readonly #executions = new Executions();
  readonly #turns: Turns;
  readonly #stream: Stream;
  readonly #questions: Questions;
  /** Whether another look at the history was asked for while one is under way. */
  #again = false;

  readonly #o: ConversationOptions;

  constructor(o: ConversationOptions) {
    this.#o = o;
    this.#stream = new Stream({ store: o.store, frame: (run) => o.frame(run) });
    this.#turns = new Turns({
      store: o.store,
      timers: o.timers,
      collector: o.collector,
      send: (frame) => o.send(frame),
      online: () => o.online(),
      unconfirmed: () => {
        o.store.state.notice = { kind: "unconfirmed" };
        o.emit({ type: "error", message: "the server has not confirmed the message" });
      },
    });
    this.#questions = new Questions({
      store: o.store,
      send: (frame) => o.send(frame),
      online: () => this.#turns.online(),
      replied: (replies) => this.#stream.replied(replies),
    });
  }

  /** True while there is something to cancel on the server. */
  get isActive(): boolean {
    return ACTIVE.has(this.#o.store.state.phase);
  }

  /** Sends the user's message; false when it could not be sent. */
  async say(text: string): Promise<boolean> {
    const said = await this.#turns.say(text);
    if (said) {
      this.#o.store.state.notice = undefined;
    }
    return said;
  }

  answer(requestId: string, choices: readonly Choice[]): Promise<void> {
    return this.#questions.answer(requestId, choices);
  }

  /** Another conversation begins: what was shown goes. */
  begin(): void {
    const { state } = this.#o.store;
    this.#executions.clear();
    this.#stream.clear();
    this.#questions.clear();
    this.#turns.clear();
    state.notice = state.waited = state.title = state.returned = undefined;
    state.older = undefined;
    state.history = "none";
    state.phase = "IDLE";
  }

  /** The user has stopped the turn, and the server is told: nothing of it is shown any more. */
  stopped(): void {
    this.#executions.stop();
    this.#over("CANCELLED");
    this.#phase("CANCELLED");
  }

  disconnected(): void {
    const { state } = this.#o.store;
    this.#stream.tear();
    this.#turns.disconnected();
    if (state.notice?.kind === "retry") {
      state.notice = undefined;
    }
  }

  /** Reads the stored messages and joins them with what is shown. Never throws: the panel tells when it fails. */
  async load(): Promise<void> {
    const { state, nextId } = this.#o.store;
    const { sessionId } = state;
    if (sessionId === undefined) {
      return;
    }
    if (state.history === "loading") {
      this.#again = true;
      return;
    }
    state.history = "loading";
    const page = await this.#o.history(sessionId).catch(() => undefined);
    if (state.sessionId !== sessionId) {
      return;
    }
    state.history = page === undefined ? "failed" : "loaded";
    if (page !== undefined) {
      const { local, isAhead } = olderThan(page, state.messages);
      state.older = isAhead ? state.older : page.older;
      state.messages.splice(0, state.messages.length, ...mergeHistory(local, page.rows, nextId));
      this.#turns.reconciled();
    }
    if (this.#again) {
      this.#again = false;
      await this.load();
    }
  }

  /** Reads what was said before what is here. Never throws: the panel tells when it fails. */
  async loadOlder(): Promise<void> {
    const { state, nextId } = this.#o.store;
    const { sessionId, older } = state;
    if (sessionId === undefined || older === undefined || older.state === "loading") {
      return;
    }
    const { before } = older;
    state.older = { before, state: "loading" };
    const mine = state.older;
    const page = await this.#o.history(sessionId, before).catch(() => undefined);
    if (state.older !== mine || state.sessionId !== sessionId) {
      return; // another conversation, or another beginning of this one
    }
    if (page === undefined) {
      state.older = { before, state: "failed" };
      return;
    }
    const rows = page.rows.filter(({ id }) => !state.messages.some((one) => one.serverId === id));
    state.messages.unshift(...mergeHistory([], rows, nextId));
    state.older = page.older;
  }

  /** Takes an event of this session. */
  receive(frame: Record<string, unknown>): void {
    const { state } = this.#o.store;
    const { type } = frame;
    const data = isRecord(frame["data"]) ? frame["data"] : {};
    if (!this.#executions.accepts(type, data["executionId"])) {
      return;
    }
    if (this.#stream.receive(type, data)) {
      this.#progress();
      if (type === "thinking_start" && !this.isActive) {
        this.#phase("RUNNING");
      }
      return;
    }
    switch (type) {
      case "user_message_saved":
        this.#saved(data);
        break;
      case "session_status":
      case "session_snapshot":
        this.#status(data["phase"], data["executionId"], type === "session_snapshot");
        break;
      case "message_end":
        this.#ended("COMPLETED", data["executionId"]);
        break;
      case "error":
        this.#error(data);
        break;
      case "session_already_running":
        this.#turns.refused();
        state.notice = { kind: "busy" };
        break;
      case "llm_waiting":
        state.waited = numberIn(data, "elapsedSeconds");
        break;
      case "llm_retry":
        state.notice = {
          ...{ kind: "retry", attempt: numberIn(data, "attempt"), of: numberIn(data, "maxRetries") },
          seconds: numberIn(data, "delaySeconds"),
        };
        break;
      case "ask_user_questions":
        this.#questions.asked(data);
        break;
      case "ask_user_questions_cancelled":
        this.#questions.cancelled(data["requestId"]);
        break;
      case "session_title_updated":
        state.title = typeof data["title"] === "string" && data["title"] !== "" ? data["title"] : state.title;
        break;
    }
  }

  #progress(): void {
    const { state } = this.#o.store;
    state.waited = undefined;
    this.#turns.progressed();
    if (state.notice?.kind === "retry" || state.notice?.kind === "unconfirmed") {
      state.notice = undefined;
    }
  }

  #saved(data: Record<string, unknown>): void {
    const { tempEventId, messageId, content } = data;
    const { state, nextId } = this.#o.store;
    if (this.#turns.saved(tempEventId, messageId)) {
      if (state.notice?.kind === "unconfirmed") {
        state.notice = undefined;
      }
    } else if (typeof content === "string" && typeof messageId === "number") {
      if (!state.messages.some((one) => one.serverId === messageId)) {
        state.messages.push({
          ...{ kind: "said", id: nextId(), eventId: "", content, text: content, quote: undefined },
          ...{ serverId: messageId, state: "sent" },
        });
      }
    } else {
      void this.load(); // it was written in another tab or client, and only the history has its text
    }
  }

  #status(phase: unknown, executionId: unknown, isSnapshot: boolean): void {
    if (typeof phase !== "string") {
      return;
    }
    if (ACTIVE.has(phase)) {
      const former = this.#executions.active;
      if (this.#executions.begin(executionId)) {
        if (former !== undefined && former !== this.#executions.active) {
          this.#over("COMPLETED"); // its end was missed
        }
        this.#phase(phase);
      }
    } else if (TERMINAL.has(phase)) {
      if (isSnapshot || this.#executions.concerns(executionId)) {
        this.#ended(phase, executionId);
      }
    } else if (phase === "CANCELLING") {
      if (this.isActive) {
        this.#phase(phase);
      }
    } else {
      if (isSnapshot) {
        this.#over("COMPLETED"); // nothing runs there: what still seems to run here has ended unseen
      }
      this.#phase(phase);
    }
  }

  #error(data: Record<string, unknown>): void {
    const text = textIn(data);
    this.#o.store.state.notice = { kind: "error", text };
    this.#ended("FAILED", data["executionId"], true);
    this.#o.emit({ type: "error", message: text === "" ? "the agent failed" : text });
  }

  #ended(phase: string, executionId: unknown, keepNotice = false): void {
    this.#executions.end(executionId);
    this.#over(phase, keepNotice);
    this.#phase(phase);
  }

  /** What is shown as running is over. */
  #over(phase: string, keepNotice = false): void {
    const { state } = this.#o.store;
    const last = state.messages.at(-1);
    const wasTorn = last?.kind === "answer" && last.state === "streaming" && last.torn;
    this.#stream.end(phase === "COMPLETED" ? "done" : phase === "FAILED" ? "failed" : "stopped");
    this.#questions.clear();
    state.waited = undefined;
    if (!keepNotice && state.notice?.kind === "retry") {
      state.notice = undefined;
    }
    if (wasTorn) {
      void this.load();
    }
  }

  #phase(phase: string): void {
    const { state } = this.#o.store;
    if (state.sessionId === undefined) {
      return;
    }
    if (state.phase !== phase) {
      state.phase = phase;
      this.#o.emit({ type: "phase", phase, sessionId: state.sessionId });
    }
    if (TERMINAL.has(phase)) {
      this.#o.turnEnded();
    }
  }
}

function textIn(data: Record<string, unknown>): string {
  return typeof data["message"] === "string" ? data["message"].slice(0, ERROR_CHARS) : "";
}

function numberIn(data: Record<string, unknown>, key: string): number {
  const value = data[key];
  return typeof value === "number" && value >= 0 ? Math.round(value) : 0;
}
