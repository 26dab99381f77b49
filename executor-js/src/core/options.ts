/**
 * What the host page hands to `MaoChat.init`, and how it is checked: a mistake is named in the console and
 * thrown as a TypeError; an option that does not exist is only warned about.
 */
import { ACTION_NAMES, type ActionName } from "../protocol/index.js";
import type { PageEvent } from "../client/events.js";
import type { AuthorizationLevel } from "../page/types.js";

export type Locale = "zh" | "en";
export type Position = "left" | "right";

/** What `onEvent` is told. */
export type MaoChatEvent =
  | { readonly type: "phase"; readonly phase: string; readonly sessionId: number }
  | { readonly type: "error"; readonly message: string }
  | PageEvent;

export interface PageToolOptions {
  /** Connects at once instead of when the panel is first opened. */
  readonly eager?: boolean;
  /**
   * `per_action` keeps to that level even where the user granted more before. Anything above is only proposed: the
   * user accepts it in the panel, or not.
   */
  readonly level?: AuthorizationLevel;
  /** The page actions that may be done at all; all of them when absent. */
  readonly allow?: readonly ActionName[];
  /** How long a confirm card ignores "allow" after it appeared, in ms. Default 250. */
  readonly armingMs?: number;
  /** How long the page must be quiet after an action to count as settled, in ms. Default 100. */
  readonly settleQuietMs?: number;
  /** How long settling may take at most, in ms. Default 1000. */
  readonly settleMaxMs?: number;
}

export interface InitOptions {
  /** Address of the Mao server, such as `https://mao.example.com`. */
  readonly serverUrl: string;
  /** The agent that helps on this page. */
  readonly agentId: number;
  /** Gives a short-lived access token; asked again when the server refuses one. */
  readonly getToken: () => string | Promise<string>;
  /** Facts about the page that go with the user's next message. */
  readonly context?: () => unknown;
  readonly theme?: { readonly primary?: string };
  readonly position?: Position;
  readonly launcher?: { readonly visible?: boolean };
  readonly locale?: Locale;
  readonly onEvent?: (event: MaoChatEvent) => void;
  readonly pageTools?: PageToolOptions;
}

/** Options after the check, with every default filled in. */
export interface Settings {
  readonly serverUrl: string;
  readonly agentId: number;
  readonly getToken: () => string | Promise<string>;
  readonly context: (() => unknown) | undefined;
  readonly primary: string | undefined;
  readonly position: Position;
  readonly launcherVisible: boolean;
  readonly locale: Locale;
  readonly onEvent: ((event: MaoChatEvent) => void) | undefined;
  readonly eager: boolean;
  /** Undefined when the host says nothing: only then, or when it proposes as much, a stored `full` counts. */
  readonly level: AuthorizationLevel | undefined;
  readonly allow: readonly ActionName[] | undefined;
  readonly armingMs: number;
  readonly settleQuietMs: number | undefined;
  readonly settleMaxMs: number | undefined;
}

const MAX_WAIT_MS = 10_000;
const LEVELS = ["per_action", "task", "full"] as const;

/** Checks the options. Throws a TypeError that names the option, what it must be and what it is. */
export function settingsOf(options: unknown): Settings {
  const o = record(options, "options");
  warnUnknown(o, "", [
    ...["serverUrl", "agentId", "getToken", "context", "theme", "position", "launcher", "locale", "onEvent"],
    "pageTools",
  ]);
  const theme = optional(o, "theme", record) ?? {};
  warnUnknown(theme, "theme.", ["primary"]);
  const launcher = optional(o, "launcher", record) ?? {};
  warnUnknown(launcher, "launcher.", ["visible"]);
  const tools = optional(o, "pageTools", record) ?? {};
  warnUnknown(tools, "pageTools.", ["eager", "level", "allow", "armingMs", "settleQuietMs", "settleMaxMs"]);
  return {
    serverUrl: url(o["serverUrl"]),
    agentId: agentId(o["agentId"]),
    getToken: callable<Settings["getToken"]>(o["getToken"], "getToken"),
    context: optional(o, "context", callable<() => unknown>),
    primary: optional(theme, "primary", color, "theme."),
    position: optional(o, "position", oneOf<Position>(["left", "right"])) ?? "right",
    launcherVisible: optional(launcher, "visible", bool, "launcher.") ?? true,
    locale: optional(o, "locale", oneOf<Locale>(["zh", "en"])) ?? "zh",
    onEvent: optional(o, "onEvent", callable<(event: MaoChatEvent) => void>),
    eager: optional(tools, "eager", bool, "pageTools.") ?? false,
    level: optional(tools, "level", oneOf<AuthorizationLevel>(LEVELS), "pageTools."),
    allow: optional(tools, "allow", actions, "pageTools."),
    armingMs: optional(tools, "armingMs", milliseconds, "pageTools.") ?? 250,
    settleQuietMs: optional(tools, "settleQuietMs", milliseconds, "pageTools."),
    settleMaxMs: optional(tools, "settleMaxMs", milliseconds, "pageTools."),
  };
}

type Check<T> = (value: unknown, name: string) => T;

function optional<T>(o: Record<string, unknown>, key: string, check: Check<T>, prefix = ""): T | undefined {
  return o[key] === undefined ? undefined : check(o[key], prefix + key);
}

function record(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw wrong(name, "an object", value);
  }
  return value as Record<string, unknown>;
}

function callable<T>(value: unknown, name: string): T {
  if (typeof value !== "function") {
    throw wrong(name, "a function", value);
  }
  return value as T;
}

function bool(value: unknown, name: string): boolean {
  if (typeof value !== "boolean") {
    throw wrong(name, "true or false", value);
  }
  return value;
}

function oneOf<T extends string>(allowed: readonly T[]): Check<T> {
  return (value, name) => {
    if (!allowed.some((one) => one === value)) {
      throw wrong(name, `one of ${allowed.map((one) => JSON.stringify(one)).join(", ")}`, value);
    }
    return value as T;
  };
}

function milliseconds(value: unknown, name: string): number {
  if (typeof value !== "number" || !(value >= 0 && value <= MAX_WAIT_MS)) {
    throw wrong(name, `a number of milliseconds from 0 to ${MAX_WAIT_MS}`, value);
  }
  return value;
}

function agentId(value: unknown): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value <= 0) {
    throw wrong("agentId", "a positive whole number", value);
  }
  return value;
}

function url(value: unknown): string {
  const wanted = "an absolute http(s) address without user name, query or fragment";
  if (typeof value !== "string" || !/^https?:\/\//i.test(value) || !URL.canParse(value)) {
    throw wrong("serverUrl", wanted, value);
  }
  const parsed = new URL(value);
  if (parsed.username !== "" || parsed.password !== "" || parsed.search !== "" || parsed.hash !== "") {
    // The value is not repeated: what stands before an @ may be a secret.
    throw new TypeError(`MaoChat.init: serverUrl must be ${wanted}`);
  }
  return parsed.origin + parsed.pathname.replace(/\/+$/, "");
}

function color(value: unknown, name: string): string {
  if (typeof value !== "string") {
    throw wrong(name, "a CSS colour", value);
  }
  if (typeof CSS !== "undefined" && !CSS.supports("color", value)) {
    throw wrong(name, "a CSS colour that this browser knows", value);
  }
  return value;
}

function actions(value: unknown, name: string): readonly ActionName[] {
  if (!Array.isArray(value)) {
    throw wrong(name, "a list of action names", value);
  }
  const check = oneOf<ActionName>(ACTION_NAMES);
  return value.map((one, i) => check(one, `${name}[${i}]`));
}

function warnUnknown(o: Record<string, unknown>, prefix: string, known: readonly string[]): void {
  for (const key of Object.keys(o)) {
    if (!known.includes(key)) {
      console.warn(`MaoChat.init: there is no option ${prefix}${key}; known are ${known.join(", ")}`);
    }
  }
}

function wrong(name: string, wanted: string, found: unknown): TypeError {
  return new TypeError(`MaoChat.init: ${name} must be ${wanted}, but it is ${show(found)}`);
}

function show(value: unknown): string {
  if (value === undefined) {
    return "missing";
  }
  if (typeof value === "string") {
    return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  }
  return Array.isArray(value)
    ? "a list"
    : typeof value === "object" && value !== null
      ? "an object"
      : String(value);
}
