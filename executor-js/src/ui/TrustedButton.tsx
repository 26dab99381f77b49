import { type HTMLAttributes, defineComponent, onBeforeUnmount, onMounted, ref } from "vue";
import { onTrusted } from "./trusted.js";

export interface TrustedButtonProps {
  /** What is written on it, where it holds nothing else. */
  readonly label?: string;
  readonly look: "primary" | "tinted" | "plain" | "danger" | "none";
  /** While false, presses are ignored, and so is a press that began then. Default true. */
  readonly armed?: boolean;
  readonly attrs?: HTMLAttributes;
  readonly onPress: () => void;
}

/** A button for decisions: it reacts to the user's own press and to nothing else. */
export const TrustedButton = defineComponent<TrustedButtonProps>(
  (props, { slots }) => {
    const element = ref<HTMLButtonElement>();
    const isArmed = (): boolean => props.armed !== false;
    /** Whether the button was armed when the present press began; undefined for presses without a beginning. */
    let began: boolean | undefined;
    const ends: (() => void)[] = [];

    onMounted(() => {
      const button = element.value;
      if (button === undefined) {
        return;
      }
      ends.push(
        onTrusted(button, "pointerdown", () => {
          began = isArmed();
        }),
        onTrusted(button, "keydown", (event) => {
          // A key that was held down when the button came under it was meant for something else.
          began = event.repeat ? (began ?? false) : isArmed();
        }),
        onTrusted(button, "click", () => {
          const accepted = isArmed() && began !== false;
          began = undefined;
          if (accepted) {
            props.onPress();
          }
        }),
      );
    });
    onBeforeUnmount(() => ends.forEach((end) => end()));

    return () => (
      <button
        {...props.attrs}
        ref={element}
        type="button"
        class={[props.look === "none" ? undefined : `btn btn-${props.look}`, props.attrs?.class]}
        aria-disabled={isArmed() ? undefined : "true"}
      >
        {slots["default"]?.() ?? props.label}
      </button>
    );
  },
  { props: ["label", "look", "armed", "attrs", "onPress"] },
);
