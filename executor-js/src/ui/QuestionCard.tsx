import { defineComponent, reactive, useId } from "vue";
import type { Choice } from "../core/questions.js";
import type { PendingQuestions, Question } from "../core/store.js";
import { TrustedButton } from "./TrustedButton.jsx";
import type { Ui, UiProps } from "./ui.js";

export interface QuestionCardProps extends UiProps {
  readonly asked: PendingQuestions;
}

/** The agent's questions: a choice, words of one's own, or both. It never takes the focus by itself. */
export const QuestionCard = defineComponent<QuestionCardProps>(
  (props) => {
    const { ui } = props;
    const { texts } = ui;
    const group = useId();
    const choices = reactive<{ labels: string[]; text: string }[]>(
      props.asked.questions.map(() => ({ labels: [], text: "" })),
    );
    const isAnswered = ({ labels, text }: Choice): boolean => labels.length > 0 || text.trim() !== "";
    const ready = (): boolean => choices.every(isAnswered) && !props.asked.sending;
    const submit = (): void => {
      if (ready()) {
        ui.act.answer(
          props.asked.requestId,
          choices.map(({ labels, text }) => ({ labels: [...labels], text })),
        );
      }
    };
    return () => (
      <form
        class="card ask"
        aria-label={texts.questions.name}
        onSubmit={(event: Event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div class="card-body ask-body" tabindex={0}>
          {props.asked.questions.map((question, i) => (
            <Fields key={i} ui={ui} question={question} choice={choices[i]} name={`${group}-${i}`} />
          ))}
        </div>
        {props.asked.failed ? (
          <p class="card-hint is-covered" role="alert">
            {texts.questions.failed}
          </p>
        ) : null}
        <div class="card-buttons">
          <TrustedButton
            label={props.asked.sending ? texts.questions.sending : texts.questions.submit}
            look="primary"
            armed={ready()}
            onPress={submit}
          />
        </div>
      </form>
    );
  },
  { props: ["ui", "asked"] },
);

interface FieldsProps {
  readonly ui: Ui;
  readonly question: Question;
  readonly choice: { labels: string[]; text: string } | undefined;
  readonly name: string;
}

function Fields({ ui, question, choice, name }: FieldsProps) {
  const { questions } = ui.texts;
  const { header, multiSelect, options } = question;
  const choose = (label: string, isOn: boolean): void => {
    if (choice !== undefined) {
      const others = multiSelect ? choice.labels.filter((one) => one !== label) : [];
      choice.labels = isOn ? [...others, label] : others;
    }
  };
  return (
    <fieldset class="ask-field">
      <legend class="ask-question">
        {header === "" ? null : <span class="badge ask-header">{header}</span>}
        {question.question}
        {multiSelect ? <small class="ask-hint"> {questions.several}</small> : null}
      </legend>
      {options.map(({ label, description }) => (
        <label key={label} class="ask-option">
          <input
            type={multiSelect ? "checkbox" : "radio"}
            name={name}
            checked={choice?.labels.includes(label)}
            onChange={(event) => choose(label, (event.target as HTMLInputElement).checked)}
          />
          <span class="ask-label">
            {label}
            {description === "" ? null : <small>{description}</small>}
          </span>
        </label>
      ))}
      <input
        class="ask-other"
        type="text"
        aria-label={`${question.question} ${questions.other}`}
        placeholder={questions.other}
        value={choice?.text}
        maxlength={2000}
        onInput={(event) => {
          if (choice !== undefined) {
            choice.text = (event.target as HTMLInputElement).value;
          }
        }}
      />
    </fieldset>
  );
}
