/** Every text that the user reads, in one shape for all languages. */
import type { ErrorCode, VerificationStatus, ActionName } from "../protocol/index.js";
import { en } from "./en.js";
import { zh } from "./zh.js";

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
    log: string;
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

const LANGUAGES = { zh, en } as const;

/** The texts of a language. */
export function textsOf(locale: keyof typeof LANGUAGES): Texts {
  return LANGUAGES[locale];
}
