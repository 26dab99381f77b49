import { defineComponent, nextTick, onBeforeUnmount, onMounted, ref, watch } from "vue";
import type { Message, Said } from "../core/messages.js";
import type { LogEntry } from "../core/store.js";
import { AnswerView } from "./AnswerView.jsx";
import { LogLines } from "./LogLines.jsx";
import { copyText } from "./clipboard.js";
import { type Ui, type UiProps, isTurnOn } from "./ui.js";

/** How many messages are in the page, until the user asks for the earlier ones. */
const MESSAGES = 60;
/** So near to its end the list follows what comes. */
const NEAR = 48;
/** How long a button says that it has copied. */
const COPIED_MS = 2_000;

const Sizes = globalThis.ResizeObserver as typeof ResizeObserver | undefined;

/** The conversation and what was done in the page, oldest first. It stays at its end unless the user scrolls away. */
export const Timeline = defineComponent<UiProps>(
  ({ ui }) => {
    const { state } = ui.store;
    const { chat } = ui.texts;
    const element = ref<HTMLElement>();
    const shown = ref(MESSAGES);
    const isAway = ref(false);
    /** How many messages are here and not in the page. */
    let hidden = 0;
    let sizes: ResizeObserver | undefined;
    const body = (): HTMLElement | null | undefined => element.value?.parentElement;
    const toEnd = (): void => {
      const box = body();
      box?.scrollTo({ top: box.scrollHeight });
    };
    /** What comes above what is read does not move it. */
    const keepPlace = (): void => {
      const box = body();
      if (box) {
        const fromEnd = box.scrollHeight - box.scrollTop;
        void nextTick(() => box.scrollTo({ top: box.scrollHeight - fromEnd }));
      }
    };
    const earlier = (): void => {
      if (hidden > 0) {
        keepPlace();
        shown.value += MESSAGES;
      } else {
        ui.act.older();
      }
    };
    const scrolled = (): void => {
      const box = body();
      if (box) {
        isAway.value = box.scrollHeight - box.scrollTop - box.clientHeight > NEAR;
        if (isAway.value && box.scrollTop < NEAR && (hidden > 0 || state.older?.state === "there")) {
          earlier();
        }
      }
    };
    onMounted(() => {
      toEnd();
      body()?.addEventListener("scroll", scrolled, { passive: true });
      if (Sizes !== undefined && element.value !== undefined) {
        sizes = new Sizes(() => {
          if (!isAway.value) {
            toEnd();
          }
        });
        sizes.observe(element.value);
        // A card or a banner takes some of the room in which the list is shown.
        const box = body();
        if (box) {
          sizes.observe(box);
        }
      }
    });
    onBeforeUnmount(() => {
      sizes?.disconnect();
      body()?.removeEventListener("scroll", scrolled);
    });
    // What the user does and what is asked of them is shown wherever they have scrolled to.
    watch(
      [() => state.messages.findLast((one) => one.kind === "said")?.id, () => state.questions?.requestId],
      () => {
        isAway.value = false;
        void nextTick(toEnd);
      },
    );
    // Before the page changes: what was read from the server stands above what is seen.
    watch(
      () => state.messages.length > 0 && state.messages[0]?.id,
      (now, former) => {
        const added = state.messages.findIndex(({ id }) => id === former);
        if (now !== former && added > 0) {
          keepPlace();
          shown.value += added;
        }
      },
    );
    const copy = (event: MouseEvent): void => {
      const button = event.target instanceof Element ? event.target.closest("[data-copy]") : null;
      const text = button?.closest(".md-code")?.querySelector("pre")?.textContent;
      if (button !== null && typeof text === "string") {
        void copyText(text, button).then((done) => {
          if (done) {
            button.textContent = chat.copied;
            ui.timers.after(COPIED_MS, () => (button.textContent = chat.copy));
          }
        });
      }
    };
    return () => {
      const all = groups(state.messages, state.log);
      const first = (hidden = Math.max(0, all.length - shown.value));
      return (
        <div ref={element} class="timeline" onClick={copy}>
          {first === 0 && state.older?.state === "loading" ? (
            <p class="loading" role="status">
              <span class="spinner" aria-hidden="true" />
              {chat.loading}
            </p>
          ) : first > 0 || state.older !== undefined ? (
            <button type="button" class="link-btn" onClick={earlier}>
              {chat.earlier}
            </button>
          ) : null}
          {all
            .slice(first)
            .map(({ message, lines }) =>
              message === undefined ? (
                <LogLines key={`l${lines[0]?.id}`} ui={ui} lines={lines} />
              ) : message.kind === "answer" ? (
                <AnswerView key={message.id} ui={ui} answer={message} lines={lines} />
              ) : (
                <Bubble key={message.id} ui={ui} said={message} />
              ),
            )}
          <Waiting ui={ui} />
          {isAway.value ? (
            <button type="button" class="btn btn-plain to-end" onClick={toEnd}>
              {chat.latest}
            </button>
          ) : null}
        </div>
      );
    };
  },
  { props: ["ui"] },
);

interface Group {
  /** Undefined for lines that belong to no answer. */
  readonly message: Message | undefined;
  readonly lines: readonly LogEntry[];
}

/** Each message, and the lines that came after it and before the next; those of an answer stand in it. */
function groups(messages: readonly Message[], log: readonly LogEntry[]): Group[] {
  // A message of the history may have a later id than what stands below it.
  const begins = messages.map(({ id }) => id);
  for (let i = begins.length - 2; i >= 0; i--) {
    begins[i] = Math.min(begins[i] as number, begins[i + 1] as number);
  }
  const found: Group[] = [];
  let from = 0;
  const take = (before: number): LogEntry[] => {
    const at = log.findIndex((entry, i) => i >= from && entry.id > before);
    const to = at < 0 ? log.length : at;
    const lines = log.slice(from, to);
    from = Math.max(from, to);
    return lines;
  };
  const add = (message: Message | undefined, lines: readonly LogEntry[]): void => {
    if (message?.kind === "answer") {
      found.push({ message, lines });
      return;
    }
    if (message !== undefined) {
      found.push({ message, lines: [] });
    }
    if (lines.length > 0) {
      found.push({ message: undefined, lines });
    }
  };
  add(undefined, take(begins[0] ?? Number.POSITIVE_INFINITY));
  messages.forEach((message, i) => add(message, take(begins[i + 1] ?? Number.POSITIVE_INFINITY)));
  return found;
}

function Bubble({ ui, said }: { ui: Ui; said: Said }) {
  const { composer, quote } = ui.texts;
  return (
    <div class="said">
      <div class="bubble">
        <span class="unseen">{composer.you}</span>
        {said.quote === undefined ? null : (
          <blockquote class="bubble-quote" aria-label={quote.label}>
            {said.quote}
          </blockquote>
        )}
        <p class="bubble-text">{said.text}</p>
      </div>
      {said.state === "unconfirmed" ? <small class="said-note">{composer.unconfirmed}</small> : null}
    </div>
  );
}

/** The agent is at work and has nothing to show yet. */
function Waiting({ ui }: UiProps) {
  const { state } = ui.store;
  const last = state.messages.at(-1);
  const hasBegun = last?.kind === "answer" && last.state === "streaming" && last.parts.length > 0;
  if (!isTurnOn(ui) || ui.store.live.confirm !== undefined || (hasBegun && state.waited === undefined)) {
    return null;
  }
  const { chat } = ui.texts;
  return (
    <p class="waiting">
      <span class="waiting-dots" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {state.waited === undefined ? chat.thinkingNow : chat.waited(state.waited)}
    </p>
  );
}
