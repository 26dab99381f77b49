import { refuse, type PageToolResult, type ParsedRequest, type RefusalBody } from "../protocol/index.js";
import type { AuthorizationLevel, ConfirmAction, ConfirmAnswer, ConfirmRequest } from "../page/types.js";
import type { ExecutorPort } from "./executor-port.js";
import { decode } from "./json.js";

/** What a second answer needs of the client. */
export interface Asking {
  readonly executor: Pick<ExecutorPort, "level" | "setLevel" | "pageVersion">;
  confirm(request: ConfirmRequest, signal: AbortSignal): Promise<ConfirmAnswer>;
  refused(request: ParsedRequest, refusal: RefusalBody): PageToolResult;
}

/** The actions of a request that ask for what is hidden by default: secrets of fields, an unmasked picture. */
export function secretsOf(request: ParsedRequest): readonly ConfirmAction[] {
  return request.actions.flatMap((action, index) =>
    (action.action === "inspect" && action.includeSensitive === true) ||
    (action.action === "screenshot" && action.unmasked === true)
      ? [{ index, action: action.action, target: "", sensitive: true, highRisk: true }]
      : [],
  );
}

/** A result with secrets that is asked for a second time. A yes to the first time is no yes to this one. */
export class Again {
  readonly #text: string;
  readonly #secrets: readonly ConfirmAction[];

  constructor(text: string, secrets: readonly ConfirmAction[]) {
    this.#text = text;
    this.#secrets = secrets;
  }

  /** Gives the result in the place of a run: when the user allows it, as the first time (PROTOCOL.md 10). */
  work(asking: Asking): Pick<ExecutorPort, "run" | "pageVersion"> {
    const { executor } = asking;
    return {
      pageVersion: () => executor.pageVersion(),
      run: async (request, signal) => {
        const question = this.#question(request, executor.level());
        if (question === undefined) {
          return this.#result();
        }
        const answer = await asking.confirm(question, signal);
        if (!answer.allowed) {
          return asking.refused(request, refuse.authorizationDenied(answer.reason));
        }
        if (answer.grant !== undefined) {
          executor.setLevel(answer.grant, "granted");
        }
        return this.#result();
      },
    };
  }

  #result(): PageToolResult {
    return decode(this.#text) as PageToolResult;
  }

  /** What the user has to be asked; undefined when the level allows it, or nothing of the result is secret. */
  #question(request: ParsedRequest, level: AuthorizationLevel): ConfirmRequest | undefined {
    const { success, result } = this.#result();
    const told = success || result?.snapshot !== undefined || result?.screenshot !== undefined;
    if (!told || (level !== "per_action" && !request.requireConfirmation)) {
      return undefined;
    }
    const { requestId, sessionId, requireConfirmation } = request;
    const required = requireConfirmation ? { required: true } : {};
    return { requestId, sessionId, level, ...required, actions: this.#secrets };
  }
}
