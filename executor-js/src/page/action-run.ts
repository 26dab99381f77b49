/** One action from its first event to what was seen of it. */
import {
  errorBody,
  refuse,
  type ActionResult,
  type Changes,
  type PageAction,
  type PageSnapshot,
  type Screenshot,
} from "../protocol/index.js";
import type { Acting, ActingOn, ActionHandler, Done, Extras, Outcome } from "./actions/action.js";
import type { Ran } from "./batch-rules.js";
import { checkActionable, stillActionable } from "./hit-test.js";
import { portraitOf } from "./identity.js";
import { compare, noChanges, type Comparison } from "./page-changes.js";
import { look, type PageLook } from "./page-look.js";
import { defaultView, nodeType } from "./pristine.js";
import { MutationWatch, settle } from "./settle.js";
import { SystemDialogWatch } from "./system-dialogs.js";
import type { ActionableRef, Refusal, ResolvedRef } from "./types.js";
import { verify, type Verdict } from "./verification.js";
import { withoutSecrets } from "./secrets.js";
import type { World } from "./world.js";

/** How an action ended, with what the rest of the request must know. */
export interface ActionReport extends Ran {
  readonly snapshot?: PageSnapshot;
  readonly screenshot?: Screenshot;
}

export class ActionRun {
  readonly action: PageAction;
  readonly ref: ResolvedRef | undefined;
  readonly #world: World;
  readonly #signal: AbortSignal;
  readonly #startedAt: number;
  readonly #extras: Extras = {};
  #before: PageLook | undefined;
  /** The target was found fit to be acted on: from here on the page may have been touched. */
  #began = false;
  /** What the action is there for has happened: its value is written, its click fired. */
  #happened = false;
  #left = false;

  constructor(world: World, action: PageAction, ref: ResolvedRef | undefined, signal: AbortSignal) {
    this.#world = world;
    this.action = action;
    this.ref = ref;
    this.#signal = signal;
    this.#startedAt = world.clock.now();
  }

  /** The entry of an action that was refused before it began. */
  static refused(action: PageAction, refusal: Refusal): ActionReport {
    return {
      entry: { ...headOf(action), ok: false, changes: noChanges(), error: errorBody(refusal), durationMs: 0 },
      failure: refusal,
      structureChanged: false,
      navigated: false,
      explains: false,
    };
  }

  get began(): boolean {
    return this.#began;
  }

  /** Runs it and looks what came of it. Never throws: a bug is this action's `internal_error`. */
  async run(handler: ActionHandler<never>): Promise<ActionReport> {
    try {
      return handler.looks === true ? await this.#lookOnly(handler) : await this.#act(handler);
    } catch (error) {
      return this.#report(this.#thrown(error), { changes: noChanges(), structureChanged: false });
    }
  }

  /** What can be said of it while its document goes. It goes no further, also should the document come back. */
  cutShort(): ActionReport {
    this.#left = true;
    const navigation = this.#world.navigation.leaving();
    const changes: Changes = { ...noChanges(), urlChanged: true, versionChanged: true, navigation };
    const failure = this.#happened
      ? undefined
      : refuse.navigationDetected(this.ref?.elementId, { begun: true });
    return {
      entry: {
        ...this.#entryHead(),
        ok: failure === undefined,
        ...(failure === undefined && { status: this.action.action === "click" ? "verified" : "unverified" }),
        changes,
        ...(failure !== undefined && { error: errorBody(failure) }),
        ...this.#extras,
      },
      ...(failure !== undefined && { failure }),
      structureChanged: true,
      navigated: true,
      explains: false,
    };
  }

  async #lookOnly(handler: ActionHandler<never>): Promise<ActionReport> {
    const watch = new MutationWatch([], this.#world.isSdkNode, this.#world.clock);
    const outcome = await this.#handle(handler, watch);
    const changes = (outcome.refused ? undefined : outcome.changes) ?? noChanges();
    return this.#report(outcome, { changes, structureChanged: false });
  }

  async #act(handler: ActionHandler<never>): Promise<ActionReport> {
    const { isSdkNode, clock, navigation } = this.#world;
    if (handler.target !== "required") this.#began = this.#happened = true;
    navigation.begin();
    const { roots } = (this.#before = look(isSdkNode, this.ref));
    const watch = new MutationWatch(roots, isSdkNode, clock);
    const dialogs = new SystemDialogWatch(roots.flatMap((root) => viewsOf(root)));
    try {
      let outcome = await this.#handle(handler, watch);
      if (outcome.refused ? this.#began : outcome.idle !== true)
        outcome = (await this.#settled(watch)) ?? outcome;
      dialogs.stop();
      const blocked = dialogs.windows.find((window) => window.blocked);
      if (blocked !== undefined && !outcome.refused) {
        outcome = refuse.unsupportedTarget(this.ref?.elementId ?? "", "needs_user_gesture", {
          opens: "window",
        });
      }
      const comparison = compare(this.#before, look(isSdkNode, this.ref), {
        navigation: navigation.current(),
        systemDialogs: dialogs.dialogs,
        windows: dialogs.windows,
        watch,
      });
      return this.#report(outcome, comparison);
    } finally {
      dialogs.stop();
      watch.stop();
    }
  }

  /** Waits for the page to rest; the reason when it was told not to. */
  async #settled(watch: MutationWatch): Promise<Refusal | undefined> {
    try {
      await settle(watch, this.#world.clock, this.#world.settle, this.#signal);
      return undefined;
    } catch (error) {
      return this.#thrown(error);
    }
  }

  async #handle(handler: ActionHandler<never>, watch: MutationWatch): Promise<Outcome> {
    try {
      const acting = this.#acting(watch);
      const outcome =
        handler.target === "required"
          ? await handler.run(acting as ActingOn, this.action as never)
          : await handler.run(acting, this.action as never);
      if (!outcome.refused) this.#happened = true;
      return outcome;
    } catch (error) {
      return this.#thrown(error);
    }
  }

  #thrown(error: unknown): Refusal {
    if (this.#signal.aborted)
      return { ...reasonOf(this.#signal), ...(this.#began && { details: this.#brokenOff() }) };
    console.error("MaoChat: a page action failed", error);
    return refuse.internalError({ action: this.action.action });
  }

  /** An action that was ended in the middle says that the page may have seen a part of it. */
  #brokenOff(): Record<string, unknown> {
    return { ...reasonOf(this.#signal).details, begun: true };
  }

  #acting(watch: MutationWatch): Acting & Partial<ActingOn> {
    const world = this.#world;
    const acting: Acting = {
      clock: world.clock,
      signal: this.#signal,
      level: world.authorization.level,
      snapshots: world.snapshots,
      memory: world.memory,
      isSdkNode: world.isSdkNode,
      watch,
      extras: this.#extras,
      pageFocus: () => world.focus.current(),
      settle: () => settle(watch, world.clock, world.settle, this.#signal),
    };
    const { ref } = this;
    return ref === undefined ? acting : { ...acting, ...this.#aim(ref) };
  }

  #aim(ref: ResolvedRef): Omit<ActingOn, keyof Acting> {
    const { isSdkNode, clock, snapshots } = this.#world;
    const options = { isSdkNode, clock, signal: this.#signal };
    let aimed: ActionableRef | undefined;
    const check = async (at: ResolvedRef): Promise<ActionableRef | Refusal> => {
      const found = await checkActionable(at, this.action.action, options);
      if ("refused" in found) return found;
      if (found.scrolled) this.#scrolled();
      this.#began = true;
      aimed = found;
      return found;
    };
    return {
      ref,
      actionable: () => check(ref),
      actionablePart: (part) => check({ ...ref, element: part }),
      recheck: () => {
        if (this.#signal.aborted) return reasonOf(this.#signal);
        const again = snapshots.resolve(ref.snapshotId, ref.elementId);
        if ("refused" in again) return again;
        const refusal =
          aimed === undefined ? undefined : stillActionable(aimed, this.action.action, isSdkNode);
        // What is written is written right after this; a press takes several tasks to its click.
        if (refusal === undefined && !PRESSED.has(this.action.action)) this.#happened = true;
        return refusal ?? undefined;
      },
      clicked: () => {
        if (this.action.action !== "select") this.#happened = true;
      },
      gone: () => this.#left,
      fingerprint: () => fingerprintOf(aimed ?? ref, ref),
    };
  }

  /** What only scrolled in is no change of structure: the page is compared with how it was after the scrolling. */
  #scrolled(): void {
    this.#extras.scrolledIntoView = true;
    if (this.#before !== undefined)
      this.#before = { ...look(this.#world.isSdkNode, this.ref), url: this.#before.url };
  }

  #report(outcome: Outcome, { changes, structureChanged }: Comparison): ActionReport {
    const judged = outcome.refused ? { failure: outcome } : this.#judge(outcome, changes);
    const { failure, status, verdict } = judged as Judgement;
    const secret = this.ref?.sensitive === true;
    const told = failure === undefined || !secret ? failure : withoutSecrets(failure);
    const entry: ActionResult = {
      ...this.#entryHead(),
      ok: failure === undefined,
      ...(status !== undefined && { status }),
      ...(verdict?.verification !== undefined && { verification: verdict.verification }),
      changes,
      ...(told !== undefined && { error: errorBody(told) }),
      ...this.#extras,
    };
    if (secret) delete entry.suggestions;
    const probe = outcome.refused ? undefined : outcome.probe;
    const isIdle = !outcome.refused && outcome.idle === true;
    return {
      entry,
      ...(told !== undefined && { failure: told }),
      // Scrolling brings rows of a virtual list in and takes others out; that is what it is for.
      structureChanged: structureChanged && this.action.action !== "scroll",
      navigated: changes.navigation !== undefined && changes.navigation.kind !== "frame",
      explains: !outcome.refused && outcome.explains === true,
      ...(probe !== undefined &&
        verdict !== undefined &&
        !isIdle && { value: { probe, verdict, at: this.#world.clock.now() } }),
      ...(!outcome.refused && outcome.snapshot !== undefined && { snapshot: outcome.snapshot }),
      ...(!outcome.refused && outcome.screenshot !== undefined && { screenshot: outcome.screenshot }),
    };
  }

  #judge(done: Done, changes: Changes): Judgement {
    if (done.probe !== undefined) {
      const verdict = verify(done.probe);
      return {
        status: verdict.status,
        verdict,
        ...(verdict.failure !== undefined && { failure: verdict.failure }),
      };
    }
    const status = done.status?.(changes);
    if (status === undefined) return {};
    return typeof status === "string" ? { status } : { failure: status };
  }

  #entryHead(): Pick<ActionResult, "action" | "elementId" | "durationMs"> {
    return { ...headOf(this.action), durationMs: Math.round(this.#world.clock.now() - this.#startedAt) };
  }
}

/** What is done by pressing; a choice from a list takes more than one press. */
const PRESSED: ReadonlySet<string> = new Set(["click", "check", "uncheck", "select"]);

function headOf(action: PageAction): Pick<ActionResult, "action" | "elementId"> {
  const elementId = "elementId" in action ? action.elementId : undefined;
  return { action: action.action, ...(elementId !== undefined && { elementId }) };
}

/** Rows of a list are drawn anew all the time; what they say and stand for is what makes them. */
function fingerprintOf(aimed: ResolvedRef, ref: ResolvedRef): string {
  const { identity } = portraitOf(aimed.element);
  const { role, label, href, dataIds } = identity;
  return JSON.stringify(aimed.element === ref.element ? identity : { role, label, href, dataIds });
}

interface Judgement {
  readonly failure?: Refusal;
  readonly status?: ActionResult["status"];
  readonly verdict?: Verdict;
}

function viewsOf(root: Node): Window[] {
  const view = nodeType(root) === 9 ? defaultView(root as Document) : null;
  return view === null ? [] : [view];
}

/** Why the request was ended from outside: its signal carries the refusal. */
export function reasonOf(signal: AbortSignal): Refusal {
  const reason: unknown = signal.reason;
  return typeof reason === "object" && reason !== null && "refused" in reason
    ? (reason as Refusal)
    : refuse.taskCancelled("cancel");
}
