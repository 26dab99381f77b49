/**
 * Puts the agent's answer together from the events of its turn. Pieces of text are gathered and shown once a frame,
 * so that ten thousand of them cost no more than they must.
 */
import type { Answer, Part, Reply, TextPart, ThoughtPart, ToolPart } from "./messages.js";
import type { Store } from "./store.js";

/** More of a tool's arguments or result is not shown. */
const TOOL_CHARS = 8_000;
/** How many tools and pieces one answer keeps; older ones go. */
const PARTS = 400;

export interface StreamOptions {
  readonly store: Store;
  /** Runs something with the next frame, soon also where there are none; the returned function takes it back. */
  frame(run: () => void): () => void;
}

export class Stream {
  #answer: Answer | undefined;
  /** Text that came since the last frame, and where it goes. */
  #waiting: { readonly part: TextPart | ThoughtPart | ToolPart; text: string } | undefined;
  #stopFrame: (() => void) | undefined;
  /** Pieces of the present answer, or of the one that is due, may have been lost. */
  #isTorn = false;

  readonly #o: StreamOptions;

  constructor(o: StreamOptions) {
    this.#o = o;
  }

  /** True while an answer is being written. */
  get isOpen(): boolean {
    return this.#answer !== undefined;
  }

  /** Takes an event of the turn; false when it is none. */
  receive(type: unknown, data: Record<string, unknown>): boolean {
    switch (type) {
      case "content_delta":
        this.#add("text", data["delta"]);
        return true;
      case "thinking_start":
        this.#add("thought", "");
        return true;
      case "thinking_delta":
        this.#add("thought", data["delta"]);
        return true;
      case "thinking_end":
        this.#endThought();
        return true;
      case "tool_call_start":
        this.#tool(data);
        return true;
      case "tool_call_args_delta":
        this.#toolArgs(data);
        return true;
      case "tool_call_result":
        this.#toolResult(data);
        return true;
      case "llm_stream_reset":
        this.#reset();
        return true;
      default:
        return false;
    }
  }

  /** What the user answered to the agent's questions stands in its answer. */
  replied(replies: readonly Reply[]): void {
    this.#push({ kind: "replies", id: this.#o.store.nextId(), replies });
  }

  /** The answer is over. False when there was none. */
  end(how: "done" | "failed" | "stopped"): boolean {
    this.#flush();
    const answer = this.#answer;
    this.#answer = undefined;
    this.#isTorn = false;
    if (answer === undefined) {
      return false;
    }
    this.#endThought(answer);
    for (const part of answer.parts) {
      if (part.kind === "tool" && part.state === "running") {
        part.state = how === "done" ? "ok" : "failed";
      }
    }
    answer.state = how;
    if (answer.parts.length === 0) {
      const { messages } = this.#o.store.state;
      messages.splice(messages.lastIndexOf(answer), 1);
    }
    return true;
  }

  /** The connection is lost: what is written meanwhile will not come. */
  tear(): void {
    this.#isTorn = true;
    if (this.#answer !== undefined) {
      this.#answer.torn = true;
    }
  }

  /** Lets go of the answer without a word. */
  clear(): void {
    this.#stopFrame?.();
    this.#stopFrame = this.#waiting = this.#answer = undefined;
    this.#isTorn = false;
  }

  /** The answer that is being written; a new one where there is none. */
  #open(): Answer {
    if (this.#answer === undefined) {
      const { state, nextId } = this.#o.store;
      const id = nextId();
      state.messages.push({
        kind: "answer",
        id,
        serverId: undefined,
        parts: [],
        state: "streaming",
        torn: this.#isTorn,
      });
      this.#answer = state.messages.at(-1) as Answer; // the reactive one
    }
    return this.#answer;
  }

  #push<T extends Part>(part: T): T {
    this.#flush();
    const { parts } = this.#open();
    this.#endThought();
    parts.push(part);
    if (parts.length > PARTS) {
      parts.splice(0, parts.length - PARTS);
    }
    return parts.at(-1) as T;
  }

  #add(kind: "text" | "thought", delta: unknown): void {
    if (typeof delta !== "string") {
      return;
    }
    const last = this.#answer?.parts.at(-1);
    const isSame = last?.kind === kind && (last.kind === "text" || last.open);
    const id = this.#o.store.nextId;
    const part = isSame
      ? (last as TextPart | ThoughtPart)
      : kind === "text"
        ? this.#push({ kind, id: id(), text: "" })
        : this.#push({ kind, id: id(), text: "", open: true });
    if (this.#waiting !== undefined && this.#waiting.part === part) {
      this.#waiting.text += delta;
    } else {
      this.#flush();
      this.#waiting = { part, text: delta };
    }
    this.#later();
  }

  #tool(data: Record<string, unknown>): void {
    const { tool_call_id: callId, tool_name: name, arguments: args } = data;
    if (typeof callId !== "string" || typeof name !== "string") {
      return;
    }
    const known = this.#find(callId);
    if (known === undefined) {
      const id = this.#o.store.nextId();
      const text = typeof args === "string" ? args.slice(0, TOOL_CHARS) : "";
      this.#push({ kind: "tool", id, callId, name, args: text, state: "running", summary: "", result: "" });
    } else if (typeof args === "string" && args !== "" && known.state === "running") {
      known.args = args.slice(0, TOOL_CHARS);
    }
  }

  /** The arguments come as a whole each time. */
  #toolArgs(data: Record<string, unknown>): void {
    const { tool_call_id: callId, arguments: args } = data;
    const part = this.#find(callId);
    if (part === undefined || typeof args !== "string") {
      return;
    }
    if (this.#waiting?.part !== part) {
      this.#flush();
    }
    this.#waiting = { part, text: args.slice(0, TOOL_CHARS) };
    this.#later();
  }

  #toolResult(data: Record<string, unknown>): void {
    const { tool_call_id: callId, tool_name: name, result, status, summary } = data;
    if (this.#find(callId) === undefined) {
      this.#tool({ tool_call_id: callId, tool_name: name }); // its beginning was missed
    }
    const part = this.#find(callId);
    if (part === undefined) {
      return;
    }
    this.#flush();
    part.state = status === "error" ? "failed" : "ok";
    part.result = typeof result === "string" ? result.slice(0, TOOL_CHARS) : "";
    part.summary = typeof summary === "string" ? summary : "";
  }

  #find(callId: unknown): ToolPart | undefined {
    return this.#answer?.parts.findLast(
      (part): part is ToolPart => part.kind === "tool" && part.callId === callId,
    );
  }

  #endThought(answer = this.#answer): void {
    this.#flush();
    const last = answer?.parts.findLast((part) => part.kind === "thought");
    if (last?.kind === "thought") {
      last.open = false;
    }
  }

  /** The model begins anew: what is not finished is void, finished rounds of tools stay. */
  #reset(): void {
    this.#flush();
    const parts = this.#answer?.parts;
    if (parts !== undefined) {
      const kept = parts.findLastIndex(
        (part) => part.kind === "replies" || (part.kind === "tool" && part.state !== "running"),
      );
      parts.splice(kept + 1);
    }
  }

  #later(): void {
    this.#stopFrame ??= this.#o.frame(() => {
      this.#stopFrame = undefined;
      this.#flush();
    });
  }

  /** Shows what has come. */
  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting !== undefined) {
      const { part, text } = waiting;
      if (part.kind === "tool") {
        part.args = text;
      } else {
        part.text += text;
      }
    }
  }
}
