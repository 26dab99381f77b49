import { defineComponent, ref } from "vue";
import type { AuthorizationLevel } from "../page/types.js";
import { TrustedButton } from "./TrustedButton.jsx";
import { useArming } from "./arming.js";
import { ShieldIcon } from "./icons.jsx";
import { type Ui, type UiProps, agentName } from "./ui.js";

/** The page would like a higher level; only the user can say so. */
export const Proposal = defineComponent<UiProps & { readonly level: AuthorizationLevel }>(
  (props) => {
    const { ui } = props as { ui: Ui };
    const { proposal, name, about, full } = ui.texts.level;
    const element = ref<HTMLElement>();
    const { armed, covered } = useArming(ui, element);
    return () => (
      <section ref={element} class="card proposal" aria-label={proposal.name}>
        <div class="card-head">
          <ShieldIcon />
          <strong class="card-title">{proposal.title(name[props.level])}</strong>
        </div>
        {props.level === "full" ? (
          <ul class="consent-list">
            {full.points(ui.site, agentName(ui)).map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        ) : (
          <p class="proposal-about">{about[props.level]}</p>
        )}
        {covered.value ? <p class="card-hint is-covered">{ui.texts.confirm.covered}</p> : null}
        <div class="card-buttons">
          <TrustedButton label={proposal.decline} look="plain" onPress={() => ui.act.authority.decline()} />
          <TrustedButton
            label={proposal.accept}
            look="tinted"
            armed={armed.value}
            onPress={() => ui.act.authority.accept()}
          />
        </div>
      </section>
    );
  },
  { props: ["ui", "level"] },
);
