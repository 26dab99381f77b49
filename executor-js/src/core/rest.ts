/**
 * The REST calls: JSON in the envelope `{code, message, data}`, a bearer token, and one more try with a fresh
 * token after a 401.
 */
import { decode, encode } from "../client/json.js";
import type { Timers } from "../client/timers.js";
import type { TokenSource } from "./auth.js";

/** How long one call may take. */
const CALL_TIMEOUT_MS = 20_000;

/** What went wrong with a call. `status` is 0 when there was no answer at all. */
export class RestError extends Error {
  constructor(
    message: string,
    readonly status: number,
    /** The envelope's code; 0 when there was none. */
    readonly code: number,
  ) {
    super(message);
    this.name = "RestError";
  }

  /** True when a later try may well succeed without anybody doing anything. */
  get transient(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

export interface RestOptions {
  /** Base address without a trailing slash. */
  readonly base: string;
  readonly token: TokenSource;
  readonly fetch: typeof fetch;
  readonly timers: Timers;
}

export class Rest {
  readonly #o: RestOptions;

  constructor(o: RestOptions) {
    this.#o = o;
  }

  /** One call; gives the envelope's `data`. Throws a RestError, or what `getToken` threw. */
  async call(method: "GET" | "POST" | "PUT", path: string, body?: object): Promise<unknown> {
    const first = await this.#o.token.get();
    try {
      return await this.#once(method, path, body, first);
    } catch (error) {
      if (!(error instanceof RestError) || error.status !== 401) {
        throw error;
      }
    }
    this.#o.token.reject(first);
    const second = await this.#o.token.get();
    try {
      return await this.#once(method, path, body, second);
    } catch (error) {
      if (error instanceof RestError && error.status === 401) {
        this.#o.token.reject(second);
      }
      throw error;
    }
  }

  async #once(method: string, path: string, body: object | undefined, token: string): Promise<unknown> {
    const call = `${method} ${path}`;
    const abort = new AbortController();
    const stop = this.#o.timers.after(CALL_TIMEOUT_MS, () => abort.abort());
    try {
      const headers: Record<string, string> = { Authorization: `Bearer ${token}` };
      const init: RequestInit = {
        method,
        headers,
        signal: abort.signal,
        credentials: "omit",
        cache: "no-store",
      };
      if (body !== undefined) {
        headers["Content-Type"] = "application/json";
        init.body = encode(body);
      }
      const response = await this.#o.fetch(this.#o.base + path, init);
      return open(call, response.status, response.ok, await read(response));
    } catch (error) {
      if (error instanceof RestError) {
        throw error;
      }
      const why = abort.signal.aborted ? `no answer within ${CALL_TIMEOUT_MS / 1000} s` : "no connection";
      throw new RestError(`${call}: ${why}`, 0, 0);
    } finally {
      stop();
    }
  }
}

async function read(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return decode(text);
  } catch {
    return undefined;
  }
}

function open(call: string, status: number, ok: boolean, envelope: unknown): unknown {
  const { code, message, data } = isRecord(envelope) ? envelope : {};
  const number = typeof code === "number" ? code : 0;
  if (ok && number === 0 && isRecord(envelope)) {
    return data;
  }
  const text =
    typeof message === "string" && message !== "" ? message : isRecord(envelope) ? "refused" : "no JSON";
  throw new RestError(`${call}: ${text} (HTTP ${status}, code ${number})`, status, number);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
