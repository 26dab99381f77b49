/**
 * The access token: asked from the host page, held in memory only (second seed, 2.3).
 */
import type { Timers } from "../client/timers.js";

/** How long the host page may take to give a token. */
const TOKEN_TIMEOUT_MS = 30_000;

export class TokenSource {
  #token: string | undefined;
  #pending: Promise<string> | undefined;

  readonly #getToken: () => string | Promise<string>;
  readonly #timers: Timers;

  constructor(getToken: () => string | Promise<string>, timers: Timers) {
    this.#getToken = getToken;
    this.#timers = timers;
  }

  /** The token; the host is asked once for all that wait, and again only after `reject`. */
  get(): Promise<string> {
    if (this.#token !== undefined) {
      return Promise.resolve(this.#token);
    }
    this.#pending ??= this.#ask().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  /** The server did not accept this token: the next `get` asks the host again. A newer token stays. */
  reject(refused: string): void {
    if (this.#token === refused) {
      this.#token = undefined;
    }
  }

  /** Forgets the token. */
  clear(): void {
    this.#token = undefined;
  }

  #ask(): Promise<string> {
    return new Promise<string>((resolve, reject) => {
      const stop = this.#timers.after(TOKEN_TIMEOUT_MS, () =>
        reject(new Error(`getToken() gave no token within ${TOKEN_TIMEOUT_MS / 1000} s`)),
      );
      const settle = (finish: () => void): void => {
        stop();
        finish();
      };
      new Promise<string>((ask) => ask(this.#getToken())).then(
        (token) =>
          settle(() => {
            if (typeof token === "string" && token !== "") {
              this.#token = token;
              resolve(token);
            } else {
              reject(new TypeError("getToken() must give a non-empty string, or a promise of one"));
            }
          }),
        (error: unknown) =>
          settle(() => reject(error instanceof Error ? error : new Error("getToken() failed"))),
      );
    });
  }
}
