import { defineComponent, onBeforeUnmount, onMounted, ref, watch, watchEffect } from "vue";
import { LevelMenu } from "./LevelMenu.jsx";
import { TrustedButton } from "./TrustedButton.jsx";
import { CloseIcon, SendIcon } from "./icons.jsx";
import { onTrusted } from "./trusted.js";
import { type UiProps, isTurnOn } from "./ui.js";

/** Where the user writes to the agent, and sees and sets what it may do without asking. */
export const Composer = defineComponent<UiProps>(
  ({ ui }) => {
    const { texts } = ui;
    const box = ref<HTMLTextAreaElement>();
    const text = ref("");
    const sending = ref(false);
    const failed = ref(false);
    const ends: (() => void)[] = [];
    const ready = (): boolean => text.value.trim() !== "" && !sending.value && !isTurnOn(ui);

    const send = async (): Promise<void> => {
      const said = text.value.trim();
      if (!ready()) {
        return;
      }
      sending.value = true;
      failed.value = false;
      const sent = await ui.act.say(said);
      sending.value = false;
      failed.value = !sent;
      if (sent && text.value.trim() === said) {
        text.value = "";
      }
    };

    onMounted(() => {
      if (box.value !== undefined) {
        ends.push(
          onTrusted(box.value, "keydown", (event) => {
            // Enter that ends the composition of an input method (229 in browsers that report it late) is no "send".
            const composing = event.isComposing || event.keyCode === 229;
            if (event.key === "Enter" && !event.shiftKey && !composing) {
              event.preventDefault();
              void send();
            }
          }),
        );
      }
    });
    onBeforeUnmount(() => ends.forEach((end) => end()));
    // A message that the server did not take comes back, unless something else is being written by now.
    watch(
      () => ui.store.state.returned,
      (returned) => {
        if (returned !== undefined) {
          text.value = text.value.trim() === "" ? returned.text : text.value;
          ui.store.state.returned = undefined;
        }
      },
      { immediate: true },
    );
    // The box is as high as its text, up to a limit that the style sheet sets.
    watchEffect(
      () => {
        const style = box.value?.style;
        if (style !== undefined && box.value !== undefined) {
          style.height = "auto";
          style.height = text.value === "" ? "" : `${box.value.scrollHeight}px`;
        }
      },
      { flush: "post" },
    );

    return () => (
      <div class="composer">
        {failed.value ? (
          <p class="composer-problem" role="alert">
            {texts.composer.failed}
          </p>
        ) : null}
        <QuoteChip ui={ui} />
        <div class="composer-box">
          <textarea
            ref={box}
            rows={1}
            aria-label={texts.composer.name}
            placeholder={texts.composer.placeholder}
            value={text.value}
            onInput={(event) => (text.value = (event.target as HTMLTextAreaElement).value)}
          />
          <TrustedButton
            look="none"
            armed={ready()}
            attrs={{ class: "send", "aria-label": texts.composer.send, title: texts.composer.send }}
            onPress={() => void send()}
          >
            <SendIcon />
          </TrustedButton>
        </div>
        <LevelMenu ui={ui} />
      </div>
    );
  },
  { props: ["ui"] },
);

/** The text that is selected in the page and goes with the next message. */
function QuoteChip({ ui }: UiProps) {
  const { quote } = ui.store.state;
  const texts = ui.texts.quote;
  return quote === undefined ? null : (
    <div class="quote">
      <span class="quote-text" title={quote}>
        {texts.label}
        {quote}
      </span>
      <button
        type="button"
        class="quote-close"
        aria-label={texts.remove}
        title={texts.remove}
        onClick={() => ui.act.dropQuote()}
      >
        <CloseIcon />
      </button>
    </div>
  );
}
