import type { ExecutorPort } from "../../src/client/executor-port.js";
import type { PageToolResult, ParsedRequest, RefusalBody } from "../../src/protocol/index.js";
import type { AuthorizationLevel, ConfirmAnswer, ExecutorHost } from "../../src/page/types.js";

/** One request that the client handed to the executor; the test says how it ends. */
export interface Started {
  readonly request: ParsedRequest;
  readonly signal: AbortSignal;
  /** Done: every action. */
  succeed(extra?: Partial<PageToolResult>): void;
  /** Refused. */
  fail(code: NonNullable<PageToolResult["error"]>["code"], extra?: Partial<PageToolResult>): void;
  /** The executor has a bug. */
  crash(error: Error): void;
  /** Asks the user as the executor does for a page action. */
  confirm(): Promise<ConfirmAnswer>;
}

/** An executor without a page. */
export class FakeExecutor implements ExecutorPort {
  readonly started: Started[] = [];
  readonly levels: [AuthorizationLevel, string][] = [];
  disposed = false;
  /** What the executor does about the document's end: nothing by default. */
  whenLeaving: () => void = () => undefined;
  /** What happens when a run is aborted: by default it reports the signal's reason at once. */
  heedsAbort = true;
  private authorization: AuthorizationLevel = "per_action";

  constructor(readonly host: ExecutorHost) {}

  run(request: ParsedRequest, signal: AbortSignal): Promise<PageToolResult> {
    return new Promise((resolve, reject) => {
      const base = {
        type: "page_tool_result" as const,
        requestId: request.requestId,
        sessionId: request.sessionId,
        pageVersion: "v1",
      };
      const fail: Started["fail"] = (code, extra) =>
        resolve({ ...base, success: false, error: { code, message: code }, ...extra });
      signal.addEventListener("abort", () => {
        if (this.heedsAbort) {
          fail((signal.reason as RefusalBody).code, { stoppedAt: 0 });
        }
      });
      this.started.push({
        request,
        signal,
        fail,
        succeed: (extra) => resolve({ ...base, success: true, result: { actions: [] }, ...extra }),
        crash: reject,
        confirm: async () => {
          this.host.onStatus(request.requestId, "confirming", 0);
          const answer = await this.host.confirm(
            {
              requestId: request.requestId,
              sessionId: request.sessionId,
              level: this.authorization,
              actions: [
                {
                  index: 0,
                  action: "fill",
                  target: "Customer",
                  value: "Ada",
                  sensitive: false,
                  highRisk: false,
                },
              ],
            },
            signal,
          );
          if (answer.allowed && answer.grant !== undefined) {
            this.authorization = answer.grant;
          }
          this.host.onStatus(request.requestId, "running", 0);
          return answer;
        },
      });
    });
  }

  /** The newest run. */
  get last(): Started {
    const last = this.started.at(-1);
    if (last === undefined) {
      throw new Error("nothing was started");
    }
    return last;
  }

  pageVersion(): string {
    return "v1";
  }
  level(): AuthorizationLevel {
    return this.authorization;
  }
  setLevel(level: AuthorizationLevel, reason: string): void {
    this.authorization = level;
    this.levels.push([level, reason]);
  }
  leaving(): void {
    this.whenLeaving();
  }
  dispose(): void {
    this.disposed = true;
  }
}
