import { defineComponent, onBeforeUnmount, onMounted, ref, useId } from "vue";
import type { PendingConfirm } from "../core/store.js";
import type { ConfirmAction, ConfirmAnswer } from "../page/types.js";
import { TrustedButton } from "./TrustedButton.jsx";
import { useArming } from "./arming.js";
import { ShieldIcon } from "./icons.jsx";
import { onTrusted } from "./trusted.js";
import type { Ui } from "./ui.js";

export interface ConfirmCardProps {
  readonly ui: Ui;
  readonly pending: PendingConfirm;
}

/**
 * One question: what is to be done, where, and with which value. It answers to the user's own acts only, takes no
 * "allow" for a short while after it appeared, and never takes the focus away from what the user is doing.
 */
export const ConfirmCard = defineComponent<ConfirmCardProps>(
  ({ ui, pending }) => {
    const { texts } = ui;
    const { actions, level } = pending.request;
    const element = ref<HTMLElement>();
    const { armed, covered } = useArming(ui, element);
    const summary = useId();
    const ends: (() => void)[] = [];
    onMounted(() => {
      if (element.value !== undefined) {
        // Where the panel is so small that it scrolls, the question is what it shows.
        element.value.parentElement?.scrollTo({ top: element.value.offsetTop - 8 });
        ends.push(
          onTrusted(element.value, "keydown", (event) => {
            if (event.key === "Escape" && !event.isComposing) {
              event.preventDefault(); // or the panel would close as well
              answer({ allowed: false, reason: "denied" });
            }
          }),
        );
      }
    });
    onBeforeUnmount(() => ends.forEach((end) => end()));
    const answer = (given: ConfirmAnswer): void => pending.answer(given);
    const first = actions[0];
    const title = questionTitle(ui, pending);

    return () => (
      <div
        ref={element}
        class={["card", actions.some((action) => action.highRisk) && "is-risky"]}
        role="alertdialog"
        aria-label={texts.confirm.name}
        aria-describedby={summary}
        tabindex={-1}
      >
        <div class="card-head">
          <ShieldIcon />
          <strong class="card-title">{title}</strong>
          <Badges ui={ui} actions={actions} />
        </div>
        <div id={summary} class="card-body" tabindex={0} data-seen="once">
          {actions.length === 1 && first !== undefined ? (
            <Details ui={ui} action={first} />
          ) : (
            <ol class="card-list">
              {actions.map((action) => (
                <li key={action.index}>
                  <span class="card-verb">
                    {texts.action[action.action]} <Badges ui={ui} actions={[action]} />
                  </span>
                  <Details ui={ui} action={action} />
                </li>
              ))}
            </ol>
          )}
        </div>
        <p class={["card-hint", covered.value && "is-covered"]} role="status">
          {covered.value ? texts.confirm.covered : texts.confirm.hint}
        </p>
        <div class="card-buttons" data-seen="now">
          <TrustedButton
            label={texts.confirm.deny}
            look="plain"
            onPress={() => answer({ allowed: false, reason: "denied" })}
          />
          <TrustedButton
            label={texts.confirm.allowOnce}
            look="primary"
            armed={armed.value}
            onPress={() => answer({ allowed: true })}
          />
          {level === "per_action" ? (
            <TrustedButton
              label={texts.confirm.allowTask}
              look="tinted"
              armed={armed.value}
              onPress={() => answer({ allowed: true, grant: "task" })}
            />
          ) : null}
        </div>
      </div>
    );
  },
  { props: ["ui", "pending"] },
);

/** The question in one sentence. */
function questionTitle({ texts }: Ui, { request }: PendingConfirm): string {
  const [first, ...more] = request.actions;
  return first !== undefined && more.length === 0
    ? texts.confirm.one(first.action)
    : texts.confirm.many(request.actions.length);
}

/** What a screen reader is told when the question appears, for the focus does not move to it. */
export function announcement(ui: Ui, pending: PendingConfirm | undefined): string {
  if (pending === undefined) {
    return "";
  }
  const { confirm } = ui.texts;
  const targets = pending.request.actions.map((action) => action.target || confirm.noTarget);
  return confirm.announce(questionTitle(ui, pending), targets.join(ui.texts.comma));
}

/** The actions that write something; what they write is shown unless it is a secret. */
const WRITING: ReadonlySet<string> = new Set(["fill", "select", "keyboard"]);

/** Where, and what. */
function Details({ ui, action }: { ui: Ui; action: ConfirmAction }) {
  const { confirm } = ui.texts;
  const hidden = action.sensitive && WRITING.has(action.action);
  const shows = action.sensitive ? confirm.shows[action.action] : undefined;
  const value = hidden ? confirm.hidden : (shows ?? action.value);
  return (
    <dl class="card-facts">
      <dt>{confirm.target}</dt>
      <dd class="card-target">{action.target === "" ? confirm.noTarget : action.target}</dd>
      {value === undefined ? null : <dt>{confirm.value}</dt>}
      {value === undefined ? null : <dd class={hidden ? "card-hidden" : "card-value"}>{value}</dd>}
    </dl>
  );
}

function Badges({ ui, actions }: { ui: Ui; actions: readonly ConfirmAction[] }) {
  const { confirm } = ui.texts;
  const sensitive = actions.some((action) => action.sensitive);
  // A secret is a risk by itself; of several actions another one may be the danger.
  const risky = actions.some((action) => action.highRisk && !action.sensitive);
  return sensitive || risky ? (
    <span class="badges">
      {sensitive ? <span class="badge is-sensitive">{confirm.sensitive}</span> : null}
      {risky ? <span class="badge is-risky">{confirm.highRisk}</span> : null}
    </span>
  ) : null;
}
