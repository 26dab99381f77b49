import { defineComponent, onMounted, ref } from "vue";
import { Banner } from "./Banner.jsx";
import { Composer } from "./Composer.jsx";
import { ConfirmCard } from "./ConfirmCard.jsx";
import { Proposal } from "./Proposal.jsx";
import { QuestionCard } from "./QuestionCard.jsx";
import { TaskBar } from "./TaskBar.jsx";
import { Timeline } from "./Timeline.jsx";
import { CloseIcon, NewIcon } from "./icons.jsx";
import { type UiProps, agentName, isTurnOn, needsUser } from "./ui.js";

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
              <h2 class="panel-name">{agentName(ui)}</h2>
              <Status ui={ui} />
            </span>
            <button
              type="button"
              class="icon-btn"
              title={texts.chat.newSession}
              aria-label={texts.chat.newSession}
              onClick={() => ui.act.startAnew()}
            >
              <NewIcon />
            </button>
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
            {store.state.history === "loading" && store.state.messages.length === 0 ? (
              <p class="loading" role="status">
                <span class="spinner" aria-hidden="true" />
                {texts.chat.loading}
              </p>
            ) : store.state.log.length + store.state.messages.length === 0 && !isTurnOn(ui) ? (
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
          ) : store.state.questions !== undefined ? (
            <QuestionCard key={store.state.questions.requestId} ui={ui} asked={store.state.questions} />
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
  const { busy, connection, title } = store.state;
  const isWorking = busy || isTurnOn(ui);
  const state = isWorking && connection === "online" ? "working" : connection;
  const asked = state === "working" && needsUser(ui);
  return (
    <span class={`panel-status is-${state}`}>
      <span role="status">{asked ? texts.task.waiting : texts.panel.status[state]}</span>
      {title === undefined ? null : (
        <span class="panel-topic" title={title}>
          {title}
        </span>
      )}
    </span>
  );
}
