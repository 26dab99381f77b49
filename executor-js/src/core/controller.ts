/** What a destroyed instance says to whoever wants something of it. */
export function destroyed(): never {
  throw new Error("MaoChat: this instance was destroyed");
}

/**
 * The SDK without its looks: joins the session, the connection and the page tools, and keeps the store that the
 * user interface shows.
 */
import { PageToolClient } from "../client/page-tool-client.js";
import type { ExecutorPort } from "../client/executor-port.js";
import { Collector } from "../context/collector.js";
import type { ExecutorHost } from "../page/types.js";
import { TokenSource } from "./auth.js";
import { Authority } from "./authority.js";
import type { Browser } from "./browser.js";
import { Conversation } from "./conversation.js";
import { endpointsOf } from "./endpoints.js";
import { Grants } from "./grants.js";
import type { MaoChatEvent, Settings } from "./options.js";
import { PageTaskView } from "./page-task-view.js";
import type { Choice } from "./questions.js";
import { Retry } from "./retry.js";
import { Rest, RestError, isRecord } from "./rest.js";
import { SessionManager } from "./session-manager.js";
import { type Store, createStore } from "./store.js";
import { Tabs } from "./tabs.js";
import { type Failure, WsClient, type WsState } from "./ws-client.js";

export interface ControllerOptions {
  readonly settings: Settings;
  readonly browser: Browser;
  createExecutor(host: ExecutorHost): ExecutorPort;
  isSdkNode(node: Node): boolean;
}

export class Controller {
  readonly store: Store = createStore();
  readonly settings: Settings;
  /** What the user decides about what may be done without asking. */
  readonly authority: Authority;
  readonly #conversation: Conversation;
  readonly #browser: Browser;
  readonly #token: TokenSource;
  readonly #sessions: SessionManager;
  readonly #tabs: Tabs;
  readonly #ws: WsClient;
  readonly #tools: PageToolClient;
  readonly #view: PageTaskView;
  readonly #bootRetry: Retry;
  readonly #resumeKey: string;
  #wanted = false;
  /** The boot that is under way, or the last one. */
  #booting: Promise<void> | undefined;
  #destroyed = false;
  #worked = false;
  #facts: unknown;
  /** The server has taken a connection of ours before. */
  #wasOnline = false;
  /** Who waits for a connection. */
  readonly #waiting: (() => void)[] = [];

  constructor(o: ControllerOptions) {
    const { settings, browser } = o;
    this.settings = settings;
    this.#browser = browser;
    this.#resumeKey = `mao_embed_resume_${settings.agentId}`;
    const endpoints = endpointsOf(settings.serverUrl);
    const { timers } = browser;
    this.#token = new TokenSource(settings.getToken, timers);
    const rest = new Rest({ base: endpoints.rest, token: this.#token, fetch: browser.fetch, timers });
    this.#tabs = new Tabs({ ...settings, timers, channel: browser.channel() });
    this.#sessions = new SessionManager(rest, browser.local, settings.agentId, this.#tabs);
    this.#view = new PageTaskView(this.store, timers);
    this.#bootRetry = new Retry(timers, () => this.#boot());
    this.#ws = new WsClient({
      url: endpoints.stream,
      token: this.#token,
      timers,
      open: (url) => browser.open(url),
      onFrame: (frame, chars) => this.#received(frame, chars),
      onState: (state) => this.#connectionIs(state),
      onFailure: (failure) => this.#failed(failure),
    });
    this.#tools = new PageToolClient({
      createExecutor: (host) => o.createExecutor(host),
      send: (text) => this.#ws.send(text),
      ask: (request, signal) => this.#view.ask(request, signal),
      isSdkNode: (node) => o.isSdkNode(node),
      onAction: (event) => {
        this.#worked = true;
        this.#view.acted(event);
      },
      onActivity: () => this.#activity(),
      onEvent: (event) => this.#emit(event),
      beforeRun: () => this.authority.verify(),
      timers,
    });
    this.authority = new Authority({
      levels: this.#tools.levels,
      hold: (until) => this.#tools.hold(until),
      grants: new Grants(browser.local, browser.seal, () => browser.now()),
      settings,
      origin: browser.origin,
      state: this.store.state,
    });
    this.#conversation = new Conversation({
      store: this.store,
      timers,
      collector: new Collector({
        facts: () => (this.#facts === undefined ? settings.context?.() : this.#facts),
        page: () => browser.page(),
      }),
      frame: (run) => browser.frame(run),
      send: (frame) => this.#ws.send(frame),
      online: () => this.#online(),
      history: (sessionId, before) => this.#sessions.history(sessionId, before),
      emit: (event) => this.#emit(event),
      turnEnded: () => this.#tools.endTask("task_end"),
    });
  }

  /** Connects right away where the host or the tab's last document wants it; otherwise the first `open` does. */
  begin(): void {
    const resumed = this.#browser.tab.get(this.#resumeKey) !== undefined;
    this.#browser.tab.remove(this.#resumeKey);
    if (this.settings.eager || resumed) {
      this.#connect();
    }
  }

  open(): void {
    if (!this.#destroyed) {
      this.store.state.panelOpen = true;
      this.#connect();
    }
  }

  /** Hides the panel. What runs goes on (seed 4.3). */
  close(): void {
    this.store.state.panelOpen = false;
  }

  toggle(): void {
    if (this.store.state.panelOpen) {
      this.close();
    } else {
      this.open();
    }
  }

  /** Facts that go with the user's messages, in place of what `context()` gives; undefined takes them back. */
  setContext(value: unknown): void {
    this.#facts = value;
  }

  /** The text that is selected in the page; it goes with the user's next message. */
  quote(text: string | undefined): void {
    this.store.state.quote = text;
  }

  /** The user answers the agent's questions. */
  answer(requestId: string, choices: readonly Choice[]): void {
    void this.#conversation.answer(requestId, choices);
  }

  /** Starts a new conversation; what runs in the old one ends. */
  async newSession(): Promise<void> {
    this.#alive();
    if (this.store.state.sessionId === undefined) {
      this.#connect();
      this.#bootRetry.now();
      await this.#booting;
    }
    const id = await this.#sessions.create();
    this.#alive();
    this.#useSession(id);
  }

  /**
   * Sends the user's message, which begins a turn: what a stop forbade may be asked for again. False when it could
   * not be sent.
   */
  async say(text: string): Promise<boolean> {
    if (this.#destroyed) {
      return false;
    }
    this.#connect();
    const said = await this.#conversation.say(text);
    if (said) {
      this.#tools.userSpoke();
    }
    return said;
  }

  /** The user stops what is being done in the page, and the agent's turn with it. */
  stop(): void {
    if (this.#destroyed) {
      return;
    }
    const { sessionId } = this.store.state;
    const { isActive } = this.#conversation;
    this.#tools.stop();
    if (sessionId !== undefined && isActive && this.#ws.send({ type: "cancel", sessionId })) {
      this.#conversation.stopped();
    }
  }

  /** Something in the browser's storage has changed, by another tab perhaps. */
  storageChanged(): void {
    this.authority.verify();
  }

  /** Tries at once what is waiting for its next attempt. */
  retry(): void {
    const { state } = this.store;
    state.problem = undefined;
    this.#bootRetry.now();
    this.#ws.hurry();
    if (state.history === "failed") {
      void this.#conversation.load();
    }
  }

  /** The user wants to see what was said before. */
  older(): void {
    void this.#conversation.loadOlder();
  }

  /** The document goes: reports what can still be reported, then lets go of the connection. */
  async leave(): Promise<void> {
    if (this.store.state.panelOpen || this.#worked) {
      this.#browser.tab.set(this.#resumeKey, "1");
    }
    this.#tools.leaving();
    // No task runs any more in a document that goes, but what is already promised still does.
    for (let i = 0; i < 100 && this.#tools.busy; i++) {
      await undefined;
    }
    this.#tools.disconnected("refresh");
    this.#ws.suspend();
  }

  /** The document is back from the back/forward cache. */
  comeBack(): void {
    this.#browser.tab.remove(this.#resumeKey);
    this.#ws.resume();
  }

  /** The network is back or the tab is in front again. */
  hurry(): void {
    this.#bootRetry.hurry();
    this.#ws.hurry();
  }

  destroy(): void {
    if (this.#destroyed) {
      return;
    }
    this.#destroyed = true;
    this.#tools.destroy();
    this.#bootRetry.stop();
    this.#view.clear();
    this.#tabs.close();
    void this.#tools.idle().then(() => {
      this.#ws.close();
      this.#token.clear();
    });
  }

  #connect(): void {
    if (!this.#wanted && !this.#destroyed) {
      this.#wanted = true;
      this.#boot();
    }
  }

  #boot(): void {
    this.#booting = this.#bootOnce();
    this.#booting.catch(() => undefined); // it is told where it failed; who waits for it hears of it as well
  }

  async #bootOnce(): Promise<void> {
    const { state } = this.store;
    state.connection = "connecting";
    try {
      const boot = await this.#sessions.boot();
      this.#alive();
      state.problem = undefined;
      state.agentName = boot.agent.name === "" ? undefined : boot.agent.name;
      this.#useSession(boot.sessionId);
      if (!boot.isNew) {
        // Before the stream is opened, so that what comes over it is not mistaken for what is stored.
        await this.#conversation.load();
        this.#alive();
      }
      this.#ws.start();
    } catch (error) {
      if (!this.#destroyed) {
        this.#bootFailed(error);
      }
      throw error;
    }
  }

  /** A passing failure is tried again by itself; for any other the user has a button. */
  #bootFailed(error: unknown): void {
    const { state } = this.store;
    const unauthenticated = error instanceof RestError && error.status === 401;
    state.connection = "failed";
    state.problem = unauthenticated ? "auth" : "boot";
    this.#emit({ type: "error", message: error instanceof Error ? error.message : String(error) });
    this.#bootRetry.later(!(error instanceof RestError) || error.transient || unauthenticated);
  }

  #useSession(id: number): void {
    const { state } = this.store;
    const former = state.sessionId;
    this.#tools.setSession(id);
    if (former !== id) {
      this.#conversation.begin();
      // What ran in the old conversation is reported there first.
      void this.#tools.idle().then(() => former !== undefined && this.#ws.unsubscribe(former));
    }
    state.sessionId = id;
    this.#ws.subscribe(id);
  }

  #received(frame: Record<string, unknown>, chars: number): void {
    if (this.#tools.receive(frame, chars)) {
      return;
    }
    const { state } = this.store;
    const data = isRecord(frame["data"]) ? frame["data"] : {};
    if (frame["type"] === "connected" && typeof data["userId"] === "number") {
      this.authority.identify(data["userId"]);
    }
    if (frame["type"] === "connected") {
      if (this.#wasOnline) {
        void this.#conversation.load(); // what was missed is not sent again
      }
      this.#wasOnline = true;
    } else if (frame["sessionId"] === state.sessionId) {
      this.#conversation.receive(frame);
    }
  }

  #connectionIs(ws: WsState): void {
    const { state } = this.store;
    state.connection = ws === "suspended" || ws === "closed" ? "idle" : ws;
    if (ws === "online") {
      state.problem = undefined;
      this.#wakeUp();
    } else if (ws === "waiting") {
      this.#tools.disconnected();
      this.#conversation.disconnected();
    }
  }

  #online(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#wakeUp();
    });
  }

  #wakeUp(): void {
    if (this.store.state.connection === "online") {
      this.#waiting.splice(0).forEach((resolve) => resolve());
    }
  }

  #failed(failure: Failure): void {
    this.store.state.problem = failure.kind === "connection" ? "connection" : "auth";
    this.#emit({ type: "error", message: failure.message });
  }

  #activity(): void {
    const { state } = this.store;
    state.busy = this.#tools.busy;
    state.level = this.#tools.level;
    this.authority.refresh();
    if (!state.busy) {
      state.current = undefined;
    }
  }

  #alive(): void {
    if (this.#destroyed) {
      destroyed();
    }
  }

  /** A fault of the host's listener is the host's. */
  #emit(event: MaoChatEvent): void {
    try {
      this.settings.onEvent?.(event);
    } catch (error) {
      console.error("MaoChat: onEvent failed", error);
    }
  }
}
