/**
 * `MaoChat.init(options)`: puts the assistant into a page (second seed, 2.1).
 */
import { Controller, destroyed } from "./core/controller.js";
import { realBrowser } from "./core/browser.js";
import { watchLifecycle } from "./core/lifecycle.js";
import { type InitOptions, type Settings, settingsOf } from "./core/options.js";
import { textsOf } from "./i18n/index.js";
import { type SelectionWatch, watchSelection } from "./context/selection.js";
import { PageExecutor } from "./page/page-executor.js";
import { Shell } from "./ui/shell.js";
import type { Ui } from "./ui/ui.js";

export type { InitOptions, MaoChatEvent, PageToolOptions } from "./core/options.js";
export type { PageEvent } from "./client/events.js";

/** Version of this SDK, as in the name of its versioned file. */
export const version: string = __MAO_VERSION__;

/** What the host page can do with the assistant. */
export interface MaoChatInstance {
  open(): void;
  close(): void;
  toggle(): void;
  /** Starts a new conversation; ends what runs in the old one. */
  newSession(): Promise<void>;
  /** Facts that go with the user's next message, in place of what `context()` gives. */
  setContext(value: unknown): void;
  /** Ends what is being done in the page, as the user's stop button does. */
  stop(): void;
  /** Takes the assistant out of the page and ends what it does there. May be called again. */
  destroy(): void;
}

/** Where the instance is found by a second copy of this script. */
const INSTANCE = "__maoChatInstance";

/**
 * Starts the assistant. A page has one: calling this again takes the former one out of the page first.
 * Throws a TypeError, and says so in the console, when an option is wrong; the page is left as it was then.
 */
export function init(options: InitOptions): MaoChatInstance {
  let settings;
  try {
    settings = settingsOf(options);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    throw error;
  }
  const slot = window as { [INSTANCE]?: MaoChatInstance | undefined };
  const former = slot[INSTANCE];
  if (former !== undefined) {
    console.warn("MaoChat.init was called again; the former instance is taken out of the page");
    former.destroy();
  }

  // The host page may keep the instance for good: once destroyed, it holds nothing of what it was.
  let running: Running | undefined = start(settings);
  const instance: MaoChatInstance = {
    open: () => running?.controller.open(),
    close: () => running?.controller.close(),
    toggle: () => running?.controller.toggle(),
    newSession: async () => (running?.controller ?? destroyed()).newSession(),
    setContext: (value) => running?.controller.setContext(value),
    stop: () => running?.controller.stop(),
    destroy() {
      running?.end();
      running = undefined;
      if (slot[INSTANCE] === instance) {
        slot[INSTANCE] = undefined;
      }
    },
  };
  Object.defineProperty(slot, INSTANCE, { value: instance, writable: true, configurable: true });
  running.controller.begin();
  return instance;
}

/** An assistant that is in the page. */
interface Running {
  readonly controller: Controller;
  /** Takes it out of the page. */
  end(): void;
}

/** Puts the parts together and shows them. */
function start(settings: Settings): Running {
  const own: { shell?: Shell } = {};
  const controller: Controller = new Controller({
    settings,
    browser: realBrowser,
    isSdkNode: (node) => own.shell?.owns(node) === true,
    createExecutor: (executorHost) =>
      new PageExecutor(executorHost, {
        ...(settings.allow !== undefined && { allow: settings.allow }),
        ...(settings.settleQuietMs !== undefined && { settleQuietMs: settings.settleQuietMs }),
        ...(settings.settleMaxMs !== undefined && { settleMaxMs: settings.settleMaxMs }),
      }),
  });
  const quotes = (): SelectionWatch =>
    watchSelection(document, {
      timers: realBrowser.timers,
      isOwn: (node) => own.shell?.owns(node) === true,
      selected: (text) => controller.quote(text),
    });
  let selection = quotes();
  const watch = (): (() => void) =>
    watchLifecycle(window, {
      leave: () => void controller.leave(),
      comeBack: () => controller.comeBack(),
      hurry: () => controller.hurry(),
      storageChanged: () => controller.storageChanged(),
    });
  let unwatch = watch();
  const shell = new Shell(
    {
      store: controller.store,
      texts: textsOf(settings.locale),
      settings,
      site: location.host,
      act: actsOf(controller, () => selection.dismiss()),
      timers: realBrowser.timers,
    },
    () => {
      unwatch();
      unwatch = watch();
      selection.end();
      selection = quotes();
    },
  );
  own.shell = shell;
  shell.show();

  return {
    controller,
    end() {
      unwatch();
      selection.end();
      controller.destroy();
      shell.hide();
    },
  };
}

/** What the user can do in the panel. */
function actsOf(controller: Controller, dismissed: () => void): Ui["act"] {
  return {
    open: () => controller.open(),
    close: () => controller.close(),
    toggle: () => controller.toggle(),
    stop: () => controller.stop(),
    retry: () => controller.retry(),
    older: () => controller.older(),
    say: (text) => controller.say(text),
    answer: (requestId, choices) => controller.answer(requestId, choices),
    startAnew: () => {
      controller.newSession().catch(() => {
        controller.store.state.notice ??= { kind: "newSession" };
      });
    },
    dropQuote: () => {
      dismissed();
      controller.quote(undefined);
    },
    authority: controller.authority,
  };
}
