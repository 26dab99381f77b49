/** Asking the user about a request: one action, or with `requireConfirmation` the whole batch on one card (PROTOCOL.md 8, 9). */
import { refuse, type PageAction, type ParsedRequest } from "../protocol/index.js";
import { aimOf } from "./aim.js";
import type { ActionHandler } from "./actions/action.js";
import { registry } from "./actions/registry.js";
import { isHighRisk } from "./risk.js";
import { isSensitive } from "./sensitive-fields.js";
import { oneLine } from "./text.js";
import type { ConfirmAction, Refusal, ResolvedRef } from "./types.js";
import type { World } from "./world.js";

const VALUE_CAP = 200;

export class Confirmation {
  readonly #world: World;
  readonly #request: ParsedRequest;
  /** How many actions from the first on the user has said yes to. */
  #confirmed = 0;

  constructor(world: World, request: ParsedRequest) {
    this.#world = world;
    this.#request = request;
  }

  /** The user has seen this very action on a card and allowed it. */
  covers(index: number): boolean {
    return index < this.#confirmed;
  }

  /** Asks about the action at `index`; undefined when it was allowed. */
  async ask(index: number, signal: AbortSignal): Promise<Refusal | undefined> {
    const { host, authorization } = this.#world;
    const { requestId, sessionId, actions, requireConfirmation } = this.#request;
    const { level } = authorization;
    const asked = level === "per_action" ? actions.slice(index, index + 1) : actions.slice(index);
    host.onStatus(requestId, "confirming", index);
    const answer = await host.confirm(
      {
        requestId,
        sessionId,
        level,
        ...(requireConfirmation && { required: true }),
        actions: asked.map((action, offset) => this.#line(index + offset, action)),
      },
      signal,
    );
    if (!answer.allowed) return refuse.authorizationDenied(answer.reason, elementOf(asked[0]));
    if (answer.grant !== undefined) authorization.setLevel(answer.grant, "granted");
    this.#confirmed = index + asked.length;
    return undefined;
  }

  #line(index: number, action: PageAction): ConfirmAction {
    const handler = registry[action.action] as ActionHandler<never> | undefined;
    const elementId = elementOf(action);
    const ref = elementId === undefined ? undefined : this.#find(action, elementId);
    // Where the focus will be when the actions before it are done, nobody knows.
    const aim = index === 0 || ref !== undefined ? aimOf(this.#world, action, ref) : undefined;
    const sensitive = isSecret(this.#world, action, ref);
    const value = sensitive ? undefined : handler?.describe?.(action as never);
    return {
      index,
      action: action.action,
      target: aim?.describe ?? "",
      ...(value !== undefined && { value: oneLine(value, VALUE_CAP) }),
      sensitive,
      highRisk: sensitive || isHighRisk(action, ref),
      ...(aim?.element !== undefined && { element: aim.element }),
    };
  }

  #find(action: PageAction, elementId: string): ResolvedRef | undefined {
    const ref = this.#world.snapshots.resolve(action.snapshotId ?? "", elementId);
    return "refused" in ref ? undefined : ref;
  }
}

/** The action reads or writes what must be kept secret. Keys without a target go to the field that has the focus. */
export function isSecret(world: World, action: PageAction, ref: ResolvedRef | undefined): boolean {
  if (ref?.sensitive === true) return true;
  const handler = registry[action.action] as ActionHandler<never> | undefined;
  if (handler?.sensitive?.(action as never) === true) return true;
  const focused = ref === undefined && action.action === "keyboard" ? world.focus.current() : null;
  return focused !== null && isSensitive(focused);
}

function elementOf(action: PageAction | undefined): string | undefined {
  return action !== undefined && "elementId" in action ? action.elementId : undefined;
}
