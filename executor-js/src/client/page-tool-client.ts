/**
 * Joins the page executor to a connection: one request at a time, each answered exactly once, whatever happens
 * to the network, the user's mind or the page meanwhile (PROTOCOL.md, life cycle and idempotence).
 */
import {
  MAX_FRAME_BYTES,
  errorBody,
  parseCancel,
  parseRequest,
  refuse,
  type PageToolResult,
  type ParsedRequest,
  type RefusalBody,
  type TaskCancelReason,
} from "../protocol/index.js";
import type { ActionEvent, AuthorizationLevel, ConfirmAnswer, ConfirmRequest } from "../page/types.js";
import { addressOf } from "./address.js";
import { Again, type Asking, secretsOf } from "./again.js";
import { type Audit, auditFrame } from "./audit.js";
import { Consent } from "./consent.js";
import { actionEvent } from "./events.js";
import type { ExecutorPort } from "./executor-port.js";
import { encode, fingerprint } from "./json.js";
import { Levels } from "./levels.js";
import { Replay } from "./replay.js";
import type { PageToolClientOptions } from "./options.js";
import { fitResult } from "./result-size.js";
import { Run } from "./run.js";
import { clockOf } from "./timers.js";

/** How many requests may wait behind the running one. */
export const QUEUE_LENGTH = 16;

export class PageToolClient {
  /** What may be done without asking. */
  readonly levels: Levels;
  readonly #executor: ExecutorPort;
  readonly #consent: Consent;
  readonly #replay = new Replay();
  readonly #queue: ParsedRequest[] = [];
  /** Ended requests whose secret result is asked for again, and waits for its turn or for the user. */
  readonly #again = new Map<string, Again>();
  #running: Run | undefined;
  #sessionId: number | undefined;
  /** Counts the connections; a result goes only to the one that asked last. */
  #connection = 0;
  readonly #askedOn = new Map<string, number>();
  #stopped = false;
  #destroyed = false;
  #finishing: Promise<void> | undefined;
  /** What requests wait for before they are run. */
  #held: Promise<void> | undefined;
  readonly #o: PageToolClientOptions;

  constructor(o: PageToolClientOptions) {
    this.#o = o;
    this.#executor = o.createExecutor({
      confirm: (request, signal) => this.#confirm(request, signal),
      isSdkNode: (node) => o.isSdkNode(node),
      onStatus: (requestId, state, actionIndex) => {
        this.#status(requestId, state, actionIndex);
        this.#changed();
      },
      onAction: (event) => this.#acted(event),
      clock: clockOf(o.timers),
    });
    this.#consent = new Consent({
      ask: (request, signal) => o.ask(request, signal),
      level: () => this.level,
      decided: (audit) => this.#decided(audit),
      timers: o.timers,
    });
    this.levels = new Levels({
      executor: this.#executor,
      consent: this.#consent,
      decided: (audit) => this.#decided(audit),
      changed: () => this.#changed(),
    });
  }

  /** A request runs or waits. */
  get busy(): boolean {
    return this.#running !== undefined || this.#queue.length > 0;
  }

  get level(): AuthorizationLevel {
    return this.#executor.level();
  }

  /** The conversation that requests must belong to. Another one ends what runs. */
  setSession(sessionId: number | undefined): void {
    if (sessionId === this.#sessionId) {
      return;
    }
    if (this.#sessionId !== undefined) {
      this.#endAll("session_switch");
      this.endTask("session_switch");
      this.#stopped = false;
    }
    this.#sessionId = sessionId;
  }

  /** The document is about to go: what can still be reported is reported now. */
  leaving(): void {
    this.#executor.leaving();
    this.#endAll("refresh");
  }

  /** The connection is gone. What runs is ended, what waits is dropped; nothing resumes by itself. */
  disconnected(reason: "disconnect" | "refresh" = "disconnect"): void {
    this.#endAll(reason);
    this.endTask(reason);
    this.#connection++;
  }

  /** The user stops the task: nothing more of this turn, until they speak again. */
  stop(): void {
    const requestId = this.#running?.request.requestId;
    this.#stopped = true;
    this.#endAll("user_stop");
    this.levels.stopped(requestId);
  }

  /** The user has sent a message: a new turn begins. */
  userSpoke(): void {
    this.#stopped = false;
  }

  /** Requests wait until this has settled: what is allowed is still being looked up. */
  hold(until: Promise<void>): void {
    const held = until.then(() => {
      if (this.#held === held) {
        this.#held = undefined;
        if (this.#running === undefined) {
          this.#next();
        }
      }
    });
    this.#held = held;
  }

  /** The agent's task has ended, and with it what was allowed for it. */
  endTask(reason: "task_end" | "disconnect" | "refresh" | "session_switch"): void {
    this.levels.endTask(reason);
  }

  /** Ends everything for good. */
  destroy(): void {
    if (!this.#destroyed) {
      this.#endAll("destroy");
      this.#destroyed = true;
      void this.idle().then(() => this.#executor.dispose());
    }
  }

  /** Resolves when nothing runs any more. */
  async idle(): Promise<void> {
    while (this.#finishing !== undefined) {
      await this.#finishing;
    }
  }

  /** Takes a frame if it is one of ours. `chars` is the length of its text. */
  receive(frame: Readonly<Record<string, unknown>>, chars: number): boolean {
    switch (frame["type"]) {
      case "page_tool_request":
        this.#request(frame, chars);
        return true;
      case "page_tool_cancel":
        this.#cancel(frame);
        return true;
      default:
        return false;
    }
  }

  #request(frame: Readonly<Record<string, unknown>>, chars: number): void {
    if (this.#destroyed) {
      return;
    }
    const tooLarge = chars > MAX_FRAME_BYTES;
    const parsed = tooLarge
      ? { ok: false as const, ...addressOf(frame), message: "the frame is too large", pointer: "" }
      : parseRequest(frame);
    const requestId = parsed.ok ? parsed.request.requestId : parsed.requestId;
    if (requestId === undefined) {
      console.warn("MaoChat: a page request without a usable requestId was ignored");
      return;
    }
    // What failed the check may nest too deep to be walked; its length and its fault tell repetitions well enough.
    const mark = parsed.ok ? fingerprint(frame) : `${chars} ${parsed.message}`;
    this.#askedOn.set(requestId, this.#connection);
    if (this.#repeated(requestId, mark, parsed.ok ? parsed.request : undefined)) {
      return;
    }
    if (!this.#again.has(requestId)) {
      this.#replay.begin(requestId, mark);
    }
    const refusal = parsed.ok
      ? this.#turnAway(parsed.request)
      : refuse.invalidArguments(parsed.message, parsed.pointer);
    if (refusal !== undefined) {
      const sessionId = parsed.ok ? parsed.request.sessionId : parsed.sessionId;
      this.#answer(this.#refused(requestId, sessionId, refusal));
    } else if (parsed.ok) {
      this.#queue.push(parsed.request);
      if (this.#running === undefined) {
        this.#next();
      } else {
        this.#status(requestId, "queued", 0);
        this.#changed();
      }
    }
  }

  /** Deals with a requestId that was used before; false when it has to be queued. */
  #repeated(requestId: string, mark: string, request: ParsedRequest | undefined): boolean {
    const known = this.#replay.get(requestId);
    if (known === undefined) {
      return false;
    }
    const secrets = request === undefined ? [] : secretsOf(request);
    if (known.fingerprint === mark && this.#again.has(requestId)) {
      return true; // its one answer answers this repetition too
    }
    if (known.fingerprint === mark && known.text !== undefined && secrets.length > 0) {
      this.#again.set(requestId, new Again(known.text, secrets));
      return false;
    }
    if (known.fingerprint !== mark) {
      this.#send(this.#refused(requestId, this.#sessionId, refuse.duplicateRequest()));
    } else if (known.text !== undefined) {
      this.#sendText(known.text);
    } else if (known.dropped) {
      this.#send(
        this.#refused(requestId, this.#sessionId, refuse.internalError({ reason: "result_not_kept" })),
      );
    }
    return true; // under way: its one result answers this repetition too
  }

  /** Why a well-formed request is not even queued. */
  #turnAway(request: ParsedRequest): RefusalBody | undefined {
    if (request.sessionId !== this.#sessionId) {
      return refuse.sessionMismatch();
    }
    if (this.#stopped) {
      return refuse.taskCancelled("user_stop");
    }
    return this.#queue.length >= QUEUE_LENGTH ? refuse.queueFull(QUEUE_LENGTH) : undefined;
  }

  #next(): void {
    const waiting = this.#held === undefined ? this.#queue.shift() : undefined;
    if (waiting === undefined) {
      this.#finishing = undefined;
      this.#changed();
      return;
    }
    this.#tell(() => this.#o.beforeRun?.());
    const again = this.#again.get(waiting.requestId);
    const run = new Run(waiting, again?.work(this.#asking()) ?? this.#executor, this.#o.timers);
    this.#running = run;
    this.#changed();
    this.#finishing = run.result().then((result) => {
      this.#running = undefined;
      this.#answer(result);
      this.#next();
    });
  }

  #cancel(frame: Readonly<Record<string, unknown>>): void {
    const parsed = parseCancel(frame);
    if (!parsed.ok || parsed.cancel.sessionId !== this.#sessionId) {
      return;
    }
    const { requestId, reason } = parsed.cancel;
    const why: TaskCancelReason = reason === "takeover" ? "takeover" : "cancel";
    if (requestId === undefined) {
      // Everything of this task: it is over here, whoever goes on with it.
      this.#endAll(why);
      this.endTask("task_end");
    } else if (this.#running?.request.requestId === requestId) {
      this.#running.end(refuse.taskCancelled(why));
    } else {
      this.#dropWaiting(why, (waiting) => waiting.requestId === requestId);
    }
  }

  #endAll(reason: TaskCancelReason): void {
    this.#dropWaiting(reason, () => true);
    this.#running?.end(refuse.taskCancelled(reason));
  }

  #dropWaiting(reason: TaskCancelReason, which: (waiting: ParsedRequest) => boolean): void {
    const dropped = this.#queue.filter(which);
    for (const waiting of dropped) {
      this.#queue.splice(this.#queue.indexOf(waiting), 1);
      const { requestId, sessionId } = waiting;
      this.#answer(this.#refused(requestId, sessionId, refuse.taskCancelled(reason)));
    }
  }

  /** What a result needs that may be given a second time only if the user allows it. */
  #asking(): Asking {
    return {
      executor: this.#executor,
      confirm: (request, signal) => {
        this.#status(request.requestId, "confirming", 0);
        return this.#confirm(request, signal);
      },
      refused: ({ requestId, sessionId }, refusal) => this.#refused(requestId, sessionId, refusal),
    };
  }

  /** Asks the user; the request's time stands still meanwhile. */
  async #confirm(request: ConfirmRequest, signal: AbortSignal): Promise<ConfirmAnswer> {
    const run = this.#running;
    run?.setWaiting(true);
    this.#changed();
    try {
      return await this.#consent.confirm(request, signal);
    } finally {
      run?.setWaiting(false);
      this.#changed();
    }
  }

  #acted(event: ActionEvent): void {
    this.#tell(() => this.#o.onAction?.(event));
    const told = actionEvent(event, this.level);
    if (told !== undefined) {
      this.#tell(() => this.#o.onEvent?.(told));
    }
  }

  #changed(): void {
    this.#tell(() => this.#o.onActivity?.());
  }

  /** What is only shown or told must not disturb what is done. */
  #tell(run: () => void): void {
    try {
      run();
    } catch (error) {
      console.error("MaoChat: an event could not be shown", error);
    }
  }

  #status(requestId: string, state: "queued" | "confirming" | "running", actionIndex: number): void {
    if (this.#sessionId !== undefined && this.#askedOn.get(requestId) === this.#connection) {
      this.#send({ type: "page_tool_status", requestId, sessionId: this.#sessionId, state, actionIndex });
    }
  }

  /** Tells the server's audit trail and the host page. */
  #decided(audit: Audit): void {
    this.#send(auditFrame(audit, this.#sessionId ?? null));
    const [first, ...more] = audit.request?.actions ?? [];
    const tool = first !== undefined && more.length === 0 ? (`page_${first.action}` as const) : undefined;
    const told = { type: "page", event: audit.event, level: audit.level } as const;
    this.#tell(() => this.#o.onEvent?.(tool === undefined ? told : { ...told, tool }));
    this.#changed();
  }

  #refused(requestId: string, sessionId: number | undefined, refusal: RefusalBody): PageToolResult {
    return {
      type: "page_tool_result",
      requestId,
      sessionId: sessionId ?? this.#sessionId ?? 1,
      success: false,
      pageVersion: this.#executor.pageVersion(),
      error: errorBody(refusal),
    };
  }

  /** The one result of a request: kept, and sent if the connection that asked still stands. */
  #answer(result: PageToolResult): void {
    const text = fitResult(result);
    this.#replay.end(result.requestId, text);
    this.#again.delete(result.requestId);
    if (this.#askedOn.get(result.requestId) === this.#connection) {
      this.#sendText(text);
    }
    this.#askedOn.delete(result.requestId);
  }

  #send(frame: object): void {
    this.#sendText(encode(frame));
  }

  /** A transport that fails is a frame that is lost, no more. */
  #sendText(text: string): void {
    try {
      this.#o.send(text);
    } catch (error) {
      console.error("MaoChat: a frame could not be sent", error);
    }
  }
}
