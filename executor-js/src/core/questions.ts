/** The agent's questions to the user (`ask_user_questions`): what is asked, and how the answers go back. */
import { isRecord } from "./rest.js";
import type { Question, Store } from "./store.js";
import type { Reply } from "./messages.js";

/** What the user chose and wrote, for one question. */
export interface Choice {
  readonly labels: readonly string[];
  readonly text: string;
}

/** How many answered requests are remembered, for the server repeats open ones after a reconnect. */
const ANSWERED = 50;

export interface QuestionsOptions {
  readonly store: Store;
  send(frame: object): boolean;
  /** Resolves to false when there is no connection for long. */
  online(): Promise<boolean>;
  replied(replies: readonly Reply[]): void;
}

export class Questions {
  readonly #answered: string[] = [];

  readonly #o: QuestionsOptions;

  constructor(o: QuestionsOptions) {
    this.#o = o;
  }

  /** The agent asks; a repetition leaves alone what the user has filled in so far. */
  asked(data: Record<string, unknown>): void {
    const { requestId } = data;
    const { state } = this.#o.store;
    const questions = questionsOf(data["questions"]);
    const isKnown = requestId === state.questions?.requestId || this.#answered.includes(String(requestId));
    if (typeof requestId === "string" && requestId !== "" && questions.length > 0 && !isKnown) {
      state.questions = { requestId, questions, sending: false, failed: false };
    }
  }

  /** The questions are void. */
  cancelled(requestId: unknown): void {
    if (this.#o.store.state.questions?.requestId === requestId) {
      this.clear();
    }
  }

  clear(): void {
    this.#o.store.state.questions = undefined;
  }

  /** Sends the answers, one for each question in order. */
  async answer(requestId: string, choices: readonly Choice[]): Promise<void> {
    const { state } = this.#o.store;
    const asked = state.questions;
    if (asked?.requestId !== requestId || asked.sending) {
      return;
    }
    asked.sending = true;
    asked.failed = false;
    const { sessionId } = state;
    const isOnline = await this.#o.online();
    if (state.questions !== asked || state.sessionId !== sessionId) {
      return; // void by now
    }
    const answers = asked.questions.map(({ question }, i) => {
      const { labels = [], text = "" } = choices[i] ?? {};
      return { question, selectedLabels: labels, customInput: text.trim() === "" ? null : text.trim() };
    });
    const frame = { type: "ask_user_questions_result", sessionId, data: { requestId, answers } };
    if (!isOnline || !this.#o.send(frame)) {
      asked.sending = false;
      asked.failed = true;
      return;
    }
    this.#answered.push(requestId);
    this.#answered.splice(0, this.#answered.length - ANSWERED);
    state.questions = undefined;
    this.#o.replied(
      answers.map(({ question, selectedLabels, customInput }) => ({
        question,
        answer: [...selectedLabels, ...(customInput === null ? [] : [customInput])].join(" · "),
      })),
    );
  }
}

function questionsOf(value: unknown): Question[] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  return list.filter(isRecord).flatMap((one): Question[] => {
    const { question, header, multiSelect, options } = one;
    if (typeof question !== "string" || question === "") {
      return [];
    }
    const choices: unknown[] = Array.isArray(options) ? options : [];
    return [
      {
        question,
        header: typeof header === "string" ? header : "",
        multiSelect: multiSelect === true,
        options: choices
          .filter(isRecord)
          .flatMap(({ label, description }) =>
            typeof label === "string" && label !== ""
              ? [{ label, description: typeof description === "string" ? description : "" }]
              : [],
          ),
      },
    ];
  });
}
