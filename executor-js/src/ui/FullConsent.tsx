import { defineComponent, ref, useId, watch } from "vue";
import { TrustedButton } from "./TrustedButton.jsx";
import { useArming } from "./arming.js";
import { ShieldIcon } from "./icons.jsx";
import { type UiProps, agentName } from "./ui.js";

export interface FullConsentProps extends UiProps {
  readonly onAccept: () => void;
  readonly onCancel: () => void;
}

/** What full authorization means, said before it is given. */
export const FullConsent = defineComponent<FullConsentProps>(
  ({ ui, onAccept, onCancel }) => {
    const { full } = ui.texts.level;
    const element = ref<HTMLElement>();
    const about = useId();
    const { armed, covered } = useArming(ui, element);
    watch(element, () => element.value?.focus({ preventScroll: true }), { flush: "post" });
    return () => (
      <div
        ref={element}
        class="menu consent"
        role="alertdialog"
        aria-label={full.title}
        aria-describedby={about}
        tabindex={-1}
      >
        <p class="consent-title">
          <ShieldIcon />
          <strong>{full.title}</strong>
        </p>
        <ul id={about} class="consent-list">
          {full.points(ui.site, agentName(ui)).map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        {covered.value ? <p class="card-hint is-covered">{ui.texts.confirm.covered}</p> : null}
        <div class="card-buttons">
          <TrustedButton label={full.cancel} look="plain" onPress={onCancel} />
          <TrustedButton label={full.accept} look="primary" armed={armed.value} onPress={onAccept} />
        </div>
      </div>
    );
  },
  { props: ["ui", "onAccept", "onCancel"] },
);
