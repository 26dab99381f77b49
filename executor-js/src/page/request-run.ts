/**
 * One request: its actions in order, each checked, authorized, run and looked at, until the first that cannot be done
 * (PROTOCOL.md 8). What was done so far is always told, also when the document goes in the middle.
 */
import {
  errorBody,
  refuse,
  type PageAction,
  type PageSnapshot,
  type PageToolResult,
  type ParsedRequest,
  type ResultBody,
  type Screenshot,
} from "../protocol/index.js";
import { ActionRun, reasonOf, type ActionReport } from "./action-run.js";
import { aimOf } from "./aim.js";
import type { ActionHandler } from "./actions/action.js";
import { registry } from "./actions/registry.js";
import { afterLateLook, lastWrite, stopAfter, type Stop } from "./batch-rules.js";
import { Confirmation, isSecret } from "./confirmation.js";
import { checkState } from "./hit-test.js";
import { PageWalk } from "./page-walk.js";
import { hideIn, withoutSecrets } from "./secrets.js";
import type { Refusal, ResolvedRef } from "./types.js";
import { LATE_LOOK_MS } from "./verification.js";
import type { World } from "./world.js";

type Examined = { readonly ref: ResolvedRef | undefined } | Refusal;

/** How long a disabled control may take to become usable, in milliseconds. */
const SETUP_MS = 400;
const LOOK_MS = 50;

export class RequestRun {
  readonly #world: World;
  readonly #request: ParsedRequest;
  readonly #signal: AbortSignal;
  readonly #confirmation: Confirmation;
  #reports: ActionReport[] = [];
  readonly #secrets: string[] = [];
  #current: { readonly index: number; readonly run?: ActionRun } | undefined;
  #snapshot: PageSnapshot | undefined;
  #screenshot: Screenshot | undefined;
  #stop: Stop | undefined;
  #left = false;

  constructor(world: World, request: ParsedRequest, signal: AbortSignal) {
    this.#world = world;
    this.#request = request;
    this.#signal = signal;
    this.#confirmation = new Confirmation(world, request);
  }

  async result(): Promise<PageToolResult> {
    const { navigation, focus } = this.#world;
    navigation.listen();
    focus.listen();
    const left = new Promise<"left">((resolve) => {
      navigation.onUnload(() => {
        resolve("left");
      });
    });
    try {
      if ((await Promise.race([this.#work(), left])) === "left") this.#leave();
    } finally {
      navigation.onUnload(undefined);
    }
    return this.#shape();
  }

  async #work(): Promise<"done"> {
    const { actions } = this.#request;
    const missing = actions.findIndex((action) => registry[action.action] === undefined);
    if (missing >= 0) {
      const name = (actions[missing] as PageAction).action;
      this.#stop = { index: 0, refusal: refuse.unsupportedAction(name, undefined, { index: missing }) };
      return "done";
    }
    for (const [index, action] of actions.entries()) {
      this.#current = { index };
      this.#stop = await this.#step(index, action);
      // A document that comes back from the cache does not go on where it was.
      if (this.#stop !== undefined || this.#left) break;
    }
    this.#current = undefined;
    await this.#lateLook();
    this.#takeSnapshot();
    return "done";
  }

  /** One action; says why nothing may follow it, if so. */
  async #step(index: number, action: PageAction): Promise<Stop | undefined> {
    const handler = registry[action.action] as ActionHandler<never>;
    const run = await this.#prepare(index, action, handler);
    if (!(run instanceof ActionRun)) {
      this.#announceRefused(index, action, run);
      return { index, refusal: run };
    }
    this.#current = { index, run };
    this.#announce("start", index, run);
    const report = await run.run(handler);
    this.#reports.push(report);
    if (report.snapshot !== undefined) this.#snapshot = report.snapshot;
    if (report.screenshot !== undefined) this.#screenshot = report.screenshot;
    this.#announce("end", index, run, report);
    return stopAfter(report, index, this.#request.actions.length);
  }

  /** Everything that stands before the first event: reference, state, authorization, and all of it again after a wait. */
  async #prepare(
    index: number,
    action: PageAction,
    handler: ActionHandler<never>,
  ): Promise<ActionRun | Refusal> {
    if (this.#signal.aborted) return reasonOf(this.#signal);
    this.#world.navigation.check();
    const first = await this.#examineInTime(action, handler);
    if ("refused" in first) return this.#refused(action, first);
    const sensitive = isSecret(this.#world, action, first.ref);
    let ref = first.ref;
    const question = {
      action: action.action,
      sensitive,
      requireConfirmation: this.#request.requireConfirmation,
      index,
      ...(ref !== undefined && { elementId: ref.elementId }),
    };
    const { authorization, host } = this.#world;
    const decision = authorization.decide(question, this.#confirmation.covers(index));
    if (typeof decision !== "string") return decision;
    if (decision === "ask") {
      const aim = aimOf(this.#world, action, ref);
      const refusal = await this.#confirmation.ask(index, this.#signal);
      if (refusal !== undefined) return refusal;
      // Nothing decided before the wait is trusted after it.
      this.#world.navigation.check();
      const again = this.#examine(action, handler);
      if ("refused" in again) return this.#refused(action, again);
      const now = aimOf(this.#world, action, again.ref);
      if (now.describe !== aim.describe || now.element !== aim.element)
        return refuse.elementChanged(ref?.elementId ?? "", {
          changed: [ref === undefined ? "focus" : "label"],
        });
      if (isSecret(this.#world, action, again.ref) !== sensitive)
        return refuse.elementChanged(ref?.elementId ?? "", { changed: ["type"] });
      ref = again.ref;
      const still = authorization.decide(question, true);
      if (typeof still !== "string") return still;
    }
    if (isSecret(this.#world, action, ref)) this.#secrets.push(...writtenBy(action));
    host.onStatus(this.#request.requestId, "running", index);
    return new ActionRun(this.#world, action, ref, this.#signal);
  }

  /** A control that is only being set up (hydration, a request on its way) gets a moment to become usable. */
  async #examineInTime(action: PageAction, handler: ActionHandler<never>): Promise<Examined> {
    const { clock } = this.#world;
    const end = clock.now() + SETUP_MS;
    for (;;) {
      const found = this.#examine(action, handler);
      const passing =
        "refused" in found && (found.code === "element_disabled" || found.code === "element_readonly");
      if (!passing || clock.now() >= end || this.#signal.aborted) return found;
      await clock.sleep(LOOK_MS);
    }
  }

  /** The reference and what can be told of it without touching the page. */
  #examine(action: PageAction, handler: ActionHandler<never>): Examined {
    const elementId = "elementId" in action ? action.elementId : undefined;
    if (handler.target === "own" || elementId === undefined) return { ref: undefined };
    const ref = this.#world.snapshots.resolve(action.snapshotId ?? "", elementId);
    if ("refused" in ref) return ref;
    const refusal =
      checkState(ref, action.action, this.#world.isSdkNode) ??
      (handler.target === "required" ? handler.preflight?.(ref, action as never) : undefined);
    if (refusal === undefined) return { ref };
    return ref.sensitive ? withoutSecrets(refusal) : refusal;
  }

  /** An action that was refused before it began has an entry too, for it says which element it was about. */
  #refused(action: PageAction, refusal: Refusal): Refusal {
    this.#reports.push(ActionRun.refused(action, refusal));
    return refusal;
  }

  #announce(phase: "start" | "end", index: number, run: ActionRun, report?: ActionReport): void {
    const { status, ok, error } = report?.entry ?? {};
    this.#world.host.onAction({
      requestId: this.#request.requestId,
      index,
      action: run.action.action,
      phase,
      target: run.ref?.describe ?? "",
      ...(run.ref !== undefined && { element: run.ref.element }),
      ...(ok !== undefined && { ok }),
      ...(error !== undefined && { code: error.code }),
      ...(status !== undefined && { status }),
    });
  }

  /** An action that was refused before it began has an end, too: the user sees in the log what was not done, and why. */
  #announceRefused(index: number, action: PageAction, refusal: Refusal): void {
    const elementId = "elementId" in action ? action.elementId : undefined;
    const ref =
      elementId === undefined ? refusal : this.#world.snapshots.resolve(action.snapshotId ?? "", elementId);
    this.#world.host.onAction({
      requestId: this.#request.requestId,
      index,
      action: action.action,
      phase: "end",
      target: "refused" in ref ? "" : ref.describe,
      ok: false,
      code: refusal.code,
    });
  }

  /** Reads all written values once more, for frameworks revert late. */
  async #lateLook(): Promise<void> {
    const written = lastWrite(this.#reports);
    if (written === undefined || this.#signal.aborted) return;
    const { clock } = this.#world;
    try {
      await clock.sleep(Math.max(0, written + LATE_LOOK_MS - clock.now()), this.#signal);
    } catch (error) {
      if (this.#signal.aborted) return;
      throw error;
    }
    const { all, stop } = afterLateLook(this.#reports, this.#stop);
    this.#reports = all;
    this.#stop = stop;
  }

  #takeSnapshot(): void {
    if (!this.#request.includeSnapshot || this.#signal.aborted) return;
    const walk = new PageWalk(this.#world.isSdkNode);
    const snapshot = this.#world.snapshots.inspect({}, walk);
    if ("refused" in snapshot) return;
    this.#world.memory.remember(snapshot.snapshotId, walk);
    this.#snapshot = snapshot;
  }

  /** The document goes: the result must be on its way before it is gone. */
  #leave(): void {
    this.#left = true;
    this.#snapshot = undefined;
    this.#screenshot = undefined;
    const current = this.#current;
    if (current?.run?.began === true) {
      const report = current.run.cutShort();
      this.#reports.push(report);
      if (report.failure !== undefined) {
        this.#stop = { index: current.index, refusal: report.failure };
      } else if (current.index + 1 < this.#request.actions.length) {
        this.#stop = { index: current.index + 1, refusal: refuse.navigationDetected() };
      }
    } else if (current !== undefined) {
      this.#stop = { index: current.index, refusal: refuse.navigationDetected() };
    } else {
      const last = this.#reports.at(-1);
      if (last !== undefined && last.entry.changes.navigation === undefined) {
        last.entry.changes.navigation = this.#world.navigation.leaving();
      }
    }
  }

  #shape(): PageToolResult {
    const { requestId, sessionId } = this.#request;
    const body: ResultBody = {
      actions: this.#reports.map(({ entry }) => ({
        ...entry,
        changes: hideIn(entry.changes, this.#secrets),
      })),
      ...(this.#snapshot !== undefined && { snapshot: this.#snapshot }),
      ...(this.#screenshot !== undefined && { screenshot: this.#screenshot }),
    };
    return {
      type: "page_tool_result",
      requestId,
      sessionId,
      success: this.#stop === undefined,
      pageVersion: this.#snapshot?.pageVersion ?? this.#world.snapshots.pageVersion(),
      ...(this.#snapshot !== undefined && { snapshotId: this.#snapshot.snapshotId }),
      result: body,
      ...(this.#stop !== undefined && { stoppedAt: this.#stop.index, error: errorBody(this.#stop.refusal) }),
    };
  }
}

/** Texts that an action writes, for keeping them out of everything else. */
function writtenBy(action: PageAction): string[] {
  switch (action.action) {
    case "fill":
      return [String(action.value)];
    case "keyboard":
      return action.text === undefined ? [] : [action.text];
    case "select":
      return action.values.flatMap((choice) =>
        typeof choice === "string" ? [choice] : Object.values(choice).map(String),
      );
    default:
      return [];
  }
}
