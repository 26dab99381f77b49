import { defineComponent } from "vue";
import type { Answer, Part, RepliesPart, ThoughtPart, ToolPart } from "../core/messages.js";
import type { LogEntry } from "../core/store.js";
import { LogLines } from "./LogLines.jsx";
import { Markdown } from "./Markdown.jsx";
import { DoneIcon, FailedIcon } from "./icons.jsx";
import type { Ui, UiProps } from "./ui.js";

/** So much of a thought is shown while it grows; all of it is there at its end. */
const THOUGHT_CHARS = 4_000;

export interface AnswerProps extends UiProps {
  readonly answer: Answer;
  /** What was done in the page meanwhile. */
  readonly lines: readonly LogEntry[];
}

/** One turn of the agent: its text, its thoughts, what it called, and what it did in the page, in their order. */
export const AnswerView = defineComponent<AnswerProps>(
  (props) => () => {
    const { ui, answer, lines } = props;
    const { chat } = ui.texts;
    const isOpen = answer.state === "streaming";
    return (
      <div class="answer" aria-busy={isOpen ? "true" : undefined}>
        <span class="unseen">{chat.agent}</span>
        {mixed(answer.parts, lines).map((piece) =>
          "lines" in piece ? (
            <LogLines key={`l${piece.lines[0]?.id}`} ui={ui} lines={piece.lines} />
          ) : (
            <PartView key={piece.id} ui={ui} part={piece} isOpen={isOpen && piece === answer.parts.at(-1)} />
          ),
        )}
        {answer.state === "stopped" || answer.state === "failed" ? (
          <small class={`answer-end is-${answer.state}`}>{chat[answer.state]}</small>
        ) : null}
      </div>
    );
  },
  { props: ["ui", "answer", "lines"] },
);

type Piece = Part | { readonly lines: readonly LogEntry[] };

/** The parts, and between them the lines that came after the one and before the next. */
function mixed(parts: readonly Part[], lines: readonly LogEntry[]): Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const part of [...parts, undefined]) {
    const at = part === undefined ? -1 : lines.findIndex((line) => line.id > part.id);
    const to = at < 0 ? lines.length : Math.max(from, at);
    if (to > from) {
      found.push({ lines: lines.slice(from, to) });
      from = to;
    }
    if (part !== undefined && !isToldByLog(part)) {
      found.push(part);
    }
  }
  return found;
}

/** What a page tool did stands in the log, as the SDK saw it; the card would say it again. */
function isToldByLog(part: Part): boolean {
  return part.kind === "tool" && part.name.startsWith("page_") && part.state !== "failed";
}

function PartView({ ui, part, isOpen }: { ui: Ui; part: Part; isOpen: boolean }) {
  switch (part.kind) {
    case "text":
      return <Markdown ui={ui} text={part.text} final={!isOpen} />;
    case "thought":
      return <Thought ui={ui} part={part} />;
    case "tool":
      return <Tool ui={ui} part={part} />;
    case "replies":
      return <Replies ui={ui} part={part} />;
  }
}

function Thought({ ui, part }: { ui: Ui; part: ThoughtPart }) {
  const { chat } = ui.texts;
  return (
    <details class={["thought", part.open && "is-open"]}>
      <summary>{part.open ? chat.thinkingNow : chat.thinking}</summary>
      <p class="thought-text">
        {part.open && part.text.length > THOUGHT_CHARS ? `…${part.text.slice(-THOUGHT_CHARS)}` : part.text}
      </p>
    </details>
  );
}

function Tool({ ui, part }: { ui: Ui; part: ToolPart }) {
  const { tool } = ui.texts.chat;
  const { state, name, summary, args, result } = part;
  return (
    <details class={`tool is-${state}`}>
      <summary>
        <span class="log-icon" aria-hidden="true">
          {state === "running" ? <span class="spinner" /> : state === "ok" ? <DoneIcon /> : <FailedIcon />}
        </span>
        <span class="tool-name">{name}</span>
        <small class="tool-state">{summary === "" ? tool[state] : `${tool[state]} · ${summary}`}</small>
      </summary>
      <dl class="tool-more">
        {args === "" ? null : <dt>{tool.args}</dt>}
        {args === "" ? null : (
          <dd>
            <pre tabindex={0}>{args}</pre>
          </dd>
        )}
        {result === "" ? null : <dt>{tool.result}</dt>}
        {result === "" ? null : (
          <dd>
            <pre tabindex={0}>{result}</pre>
          </dd>
        )}
      </dl>
    </details>
  );
}

function Replies({ ui, part }: { ui: Ui; part: RepliesPart }) {
  return (
    <dl class="replies" aria-label={ui.texts.chat.replies}>
      {part.replies.map(({ question, answer }, i) => [
        <dt key={`q${i}`}>{question}</dt>,
        <dd key={`a${i}`}>{answer}</dd>,
      ])}
    </dl>
  );
}
