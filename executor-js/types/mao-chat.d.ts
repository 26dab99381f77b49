/**
 * Types of mao-chat.js, for pages that load it by a script element (`window.MaoChat`) or as the module
 * mao-chat.esm.js. A test holds them against the source.
 */

export as namespace MaoChat;

/** What the agent can do in the page. */
export type ActionName =
  | "inspect"
  | "screenshot"
  | "scroll"
  | "focus"
  | "fill"
  | "select"
  | "check"
  | "uncheck"
  | "click"
  | "keyboard"
  | "wait"
  | "observe";

/** How far the user lets the agent act. */
export type AuthorizationLevel = "per_action" | "task" | "full";

export interface PageToolOptions {
  /** Connects at once instead of when the panel is first opened. */
  readonly eager?: boolean;
  /** `per_action` keeps to that level; anything above is proposed to the user. */
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

/** What `onEvent` is told. Never a value, a token or page content. */
export type MaoChatEvent =
  | { readonly type: "phase"; readonly phase: string; readonly sessionId: number }
  | { readonly type: "error"; readonly message: string }
  | PageEvent;

/** The user decided something, or a page action has ended. */
export interface PageEvent {
  readonly type: "page";
  readonly event: "granted" | "lowered" | "revoked" | "confirmed" | "denied" | "stopped" | "action";
  readonly tool?: `page_${ActionName}`;
  readonly level?: AuthorizationLevel;
  readonly ok?: boolean;
  /** Why an action did not happen; the codes are listed in the protocol. */
  readonly code?: string;
}

export interface InitOptions {
  /** Address of the Mao server, such as `https://mao.example.com`. */
  readonly serverUrl: string;
  /** The agent that helps on this page. */
  readonly agentId: number;
  /** Gives a short-lived access token; asked again when the server refuses one. */
  readonly getToken: () => string | Promise<string>;
  /** Facts about the page that go with the user's next message, when they have changed. */
  readonly context?: () => unknown;
  /** A CSS colour. */
  readonly theme?: { readonly primary?: string };
  /** Default `right`. */
  readonly position?: "left" | "right";
  /** `visible: false` leaves opening to the page. */
  readonly launcher?: { readonly visible?: boolean };
  /** Default `zh`. */
  readonly locale?: "zh" | "en";
  readonly onEvent?: (event: MaoChatEvent) => void;
  readonly pageTools?: PageToolOptions;
}

/** What the page can do with the assistant. */
export interface MaoChatInstance {
  open(): void;
  close(): void;
  toggle(): void;
  /** Starts a new conversation; ends what runs in the old one. Rejects when the server makes none. */
  newSession(): Promise<void>;
  /** Facts that go with the user's messages in place of what `context()` gives; undefined takes them back. */
  setContext(value: unknown): void;
  /** Ends what is being done in the page, as the user's stop button does. */
  stop(): void;
  /** Takes the assistant out of the page and ends what it does there. May be called again. */
  destroy(): void;
}

/**
 * Starts the assistant. A page has one: calling this again takes the former one out of the page first. Throws a
 * TypeError, and says so in the console, when an option is wrong.
 */
export function init(options: InitOptions): MaoChatInstance;

/** Version of this script. */
export const version: string;
