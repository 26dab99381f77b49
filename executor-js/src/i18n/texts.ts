/** Every text that the user reads, in one shape for all languages. */
import type { ActionName, ErrorCode, PageAudit, VerificationStatus } from "../protocol/index.js";

type AuthorizationLevel = PageAudit["level"];

export interface Texts {
  /** BCP 47 tag for the `lang` attribute. */
  readonly lang: string;
  readonly comma: string;
  readonly defaultName: string;
  readonly launcher: {
    open(name: string): string;
    collapse(name: string): string;
    running: string;
    attention: string;
  };
  readonly panel: {
    content: string;
    name(agent: string): string;
    close: string;
    status: Readonly<Record<"idle" | "connecting" | "online" | "waiting" | "failed" | "working", string>>;
    welcomeTitle: string;
    welcome: string;
    retry: string;
    problem: Readonly<Record<"boot" | "auth" | "connection", string>>;
  };
  readonly task: {
    granted: string;
    preparing: string;
    waiting: string;
    stop: string;
    stopHint: string;
    log: string;
    details: string;
    code: string;
    time: string;
  };
  readonly composer: {
    name: string;
    placeholder: string;
    send: string;
    failed: string;
    unconfirmed: string;
    you: string;
  };
  readonly chat: {
    newSession: string;
    /** Before an answer, for those who cannot see whose it is. */
    agent: string;
    thinking: string;
    thinkingNow: string;
    waited(seconds: number): string;
    stopped: string;
    failed: string;
    answered: string;
    tool: Readonly<Record<"running" | "ok" | "failed" | "args" | "result", string>>;
    copy: string;
    copied: string;
    code: string;
    image: string;
    earlier: string;
    latest: string;
    replies: string;
    loading: string;
    historyFailed: string;
    dismiss: string;
    notice: {
      error(text: string): string;
      busy: string;
      retry(attempt: number, of: number, seconds: number): string;
      unconfirmed: string;
      newSession: string;
    };
  };
  readonly quote: { label: string; remove: string };
  readonly questions: {
    name: string;
    several: string;
    other: string;
    submit: string;
    sending: string;
    failed: string;
    announce(question: string): string;
  };
  readonly level: {
    /** The button that shows the level and opens the menu. */
    button(name: string): string;
    menu: string;
    name: Readonly<Record<AuthorizationLevel, string>>;
    about: Readonly<Record<AuthorizationLevel, string>>;
    notKept: string;
    revoke: string;
    full: {
      title: string;
      points(site: string, agent: string): readonly string[];
      accept: string;
      cancel: string;
    };
    proposal: { name: string; title(level: string): string; accept: string; decline: string };
  };
  readonly confirm: {
    name: string;
    /** What a screen reader says when a question appears. */
    announce(title: string, target: string): string;
    one(action: ActionName): string;
    many(count: number): string;
    target: string;
    value: string;
    hidden: string;
    noTarget: string;
    highRisk: string;
    sensitive: string;
    hint: string;
    /** Something of the page lies over the card. */
    covered: string;
    /** What an action that shows secrets lets the assistant see. */
    shows: Readonly<Partial<Record<ActionName, string>>>;
    deny: string;
    allowOnce: string;
    allowTask: string;
  };
  /** The action as a verb, as in the log: "Fill". */
  readonly action: Readonly<Record<ActionName, string>>;
  readonly done: string;
  readonly failed: string;
  readonly status: Readonly<Partial<Record<VerificationStatus, string>>>;
  /** Why an action did not happen, for the codes that a user meets; others show the code itself. */
  readonly error: Readonly<Partial<Record<ErrorCode, string>>>;
}
