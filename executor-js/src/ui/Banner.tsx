import { defineComponent } from "vue";
import type { Ui, UiProps } from "./ui.js";

/** What is wrong at the moment, and what can be done about it: the connection first, then the turn. */
export const Banner = defineComponent<UiProps>(
  ({ ui }) =>
    () => {
      const { state } = ui.store;
      const { texts } = ui;
      if (state.problem !== undefined) {
        return bar("warn", texts.panel.problem[state.problem], texts.panel.retry, () => ui.act.retry());
      }
      if (state.history === "failed") {
        return bar("warn", texts.chat.historyFailed, texts.panel.retry, () => ui.act.retry());
      }
      if (state.notice !== undefined) {
        const look = state.notice.kind === "error" || state.notice.kind === "newSession" ? "danger" : "warn";
        return bar(look, noticeText(ui), texts.chat.dismiss, () => (state.notice = undefined));
      }
      return null;
    },
  { props: ["ui"] },
);

function noticeText({ store, texts }: Ui): string {
  const { notice } = store.state;
  const words = texts.chat.notice;
  if (notice === undefined) {
    return "";
  }
  switch (notice.kind) {
    case "error":
      return words.error(notice.text);
    case "retry":
      return words.retry(notice.attempt, notice.of, notice.seconds);
    default:
      return words[notice.kind];
  }
}

function bar(look: "warn" | "danger", text: string, label: string, press: () => void) {
  return (
    <div class={`banner is-${look}`} role="alert">
      <span class="banner-text">{text}</span>
      <button type="button" class="link-btn" onClick={press}>
        {label}
      </button>
    </div>
  );
}
