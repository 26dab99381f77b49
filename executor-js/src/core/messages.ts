/**
 * What a conversation is made of, in the order in which it is shown. Everything in it is data: nothing here is ever
 * written into a page as markup.
 */

/** What the user wrote. */
export interface Said {
  readonly kind: "said";
  readonly id: number;
  /** The SDK's own name of it; empty for messages from the history and from other channels. */
  readonly eventId: string;
  /** As it went to the server, with page context and quote. */
  readonly content: string;
  /** What the user typed. */
  readonly text: string;
  readonly quote?: string | undefined;
  /** The server's name of it, once it is known to be stored. */
  serverId: number | undefined;
  /** `unconfirmed`: sent, but the server has not said that it is stored. */
  state: "sending" | "sent" | "unconfirmed";
}

export interface TextPart {
  readonly kind: "text";
  readonly id: number;
  text: string;
}

/** The agent's thoughts, folded away. */
export interface ThoughtPart {
  readonly kind: "thought";
  readonly id: number;
  text: string;
  /** The agent is still thinking. */
  open: boolean;
}

/** A tool that the server runs. */
export interface ToolPart {
  readonly kind: "tool";
  readonly id: number;
  readonly callId: string;
  readonly name: string;
  args: string;
  state: "running" | "ok" | "failed";
  summary: string;
  result: string;
}

/** What the user answered to the agent's questions. */
export interface RepliesPart {
  readonly kind: "replies";
  readonly id: number;
  readonly replies: readonly Reply[];
}

export interface Reply {
  readonly question: string;
  readonly answer: string;
}

export type Part = TextPart | ThoughtPart | ToolPart | RepliesPart;

/** One turn of the agent, or one stored row of it. */
export interface Answer {
  readonly kind: "answer";
  readonly id: number;
  serverId: number | undefined;
  parts: Part[];
  state: "streaming" | "done" | "failed" | "stopped";
  /** The connection was lost in between: parts of it may never have come. */
  torn: boolean;
}

export type Message = Said | Answer;

/** All the text of an answer. */
export function textOf(answer: Answer): string {
  return answer.parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
}
