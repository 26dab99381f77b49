import { defineComponent, onMounted, ref } from "vue";
import { Composer } from "./Composer.jsx";
import { ConfirmCard } from "./ConfirmCard.jsx";
import { Proposal } from "./Proposal.jsx";
import { TaskBar } from "./TaskBar.jsx";
import { Timeline } from "./Timeline.jsx";
import { CloseIcon } from "./icons.jsx";
import { type UiProps, agentName } from "./ui.js";

/** The panel: who it is, what was done, what is asked, and the way to stop it. */
export const Panel = defineComponent<UiProps>(
  ({ ui }) => {
    const element = ref<HTMLElement>();
    onMounted(() => {
      // Opened for a question, the panel leaves the focus where the user is working.
      if (ui.store.live.confirm === undefined) {
        element.value?.focus({ preventScroll: true });
      }
    });
    const keydown = (event: KeyboardEvent): void => {
      if (event.key === "Escape" && !event.isComposing && !event.defaultPrevented) {
        event.preventDefault();
        ui.act.close();
      }
    };
    return () => {
      const { texts, store } = ui;
      const { confirm } = store.live;
      return (
        <section
          ref={element}
          class="panel"
          role="dialog"
          aria-label={texts.panel.name(agentName(ui))}
          tabindex={-1}
          onKeydown={keydown}
        >
          <header class="panel-head">
            <span class="panel-logo" aria-hidden="true">
              {[...agentName(ui)][0]}
            </span>
            <span class="panel-title">
              <strong class="panel-name">{agentName(ui)}</strong>
              <Status ui={ui} />
            </span>
            <button
              type="button"
              class="icon-btn"
              title={texts.panel.close}
              aria-label={texts.panel.close}
              onClick={() => ui.act.close()}
            >
              <CloseIcon />
            </button>
          </header>
          <Banner ui={ui} />
          <div class="panel-body" role="log" aria-label={texts.panel.content} tabindex={0}>
            {store.state.log.length + store.state.messages.length === 0 ? (
              <div class="welcome">
                <p class="welcome-title">{texts.panel.welcomeTitle}</p>
                <p>{texts.panel.welcome}</p>
              </div>
            ) : (
              <Timeline ui={ui} />
            )}
          </div>
          {confirm !== undefined ? (
            <ConfirmCard key={confirm.id} ui={ui} pending={confirm} />
          ) : store.state.proposal !== undefined ? (
            <Proposal key={store.state.proposal} ui={ui} level={store.state.proposal} />
          ) : null}
          <TaskBar ui={ui} />
          <Composer ui={ui} />
        </section>
      );
    };
  },
  { props: ["ui"] },
);

function Status({ ui }: UiProps) {
  const { store, texts } = ui;
  const { busy, connection } = store.state;
  const state = busy && connection === "online" ? "working" : connection;
  const asked = state === "working" && store.live.confirm !== undefined;
  return (
    <span class={`panel-status is-${state}`} role="status">
      {asked ? texts.task.waiting : texts.panel.status[state]}
    </span>
  );
}

function Banner({ ui }: UiProps) {
  const { problem } = ui.store.state;
  if (problem === undefined) {
    return null;
  }
  return (
    <div class="banner" role="alert">
      <span>{ui.texts.panel.problem[problem]}</span>
      <button type="button" class="link-btn" onClick={() => ui.act.retry()}>
        {ui.texts.panel.retry}
      </button>
    </div>
  );
}
