/** How many ended requests are remembered, and how much text of theirs (PROTOCOL.md, idempotence). */
const NEWEST = 256;
const MAX_CHARS = 8 * 1024 * 1024;

/** What is known of a request: it is under way, or it has ended with this result. */
export interface Known {
  readonly fingerprint: string;
  /** The result frame as it was sent; undefined while the request is under way. */
  text: string | undefined;
  /** True when the request ended but its result was too much to keep. */
  dropped: boolean;
}

/**
 * Which requests have been seen. A request that is under way is never forgotten; of the ended ones, the oldest
 * lose their text first when it is too much, and their entry when they are too many.
 */
export class Replay {
  readonly #known = new Map<string, Known>();
  readonly #ended: string[] = [];
  #chars = 0;

  /** What is known of this request. */
  get(requestId: string): Known | undefined {
    return this.#known.get(requestId);
  }

  /** A new request is under way. */
  begin(requestId: string, fingerprint: string): void {
    this.#known.set(requestId, { fingerprint, text: undefined, dropped: false });
  }

  /** It has ended with this result frame. */
  end(requestId: string, text: string): void {
    const entry = this.#known.get(requestId);
    if (entry === undefined || entry.text !== undefined || entry.dropped) {
      return;
    }
    entry.text = text;
    this.#chars += text.length;
    this.#ended.push(requestId);
    while (this.#ended.length > NEWEST) {
      const oldest = this.#ended.shift() as string;
      this.#chars -= this.#known.get(oldest)?.text?.length ?? 0;
      this.#known.delete(oldest);
    }
    for (let i = 0; this.#chars > MAX_CHARS && i < this.#ended.length; i++) {
      const old = this.#known.get(this.#ended[i] as string);
      if (old?.text !== undefined) {
        this.#chars -= old.text.length;
        old.text = undefined;
        old.dropped = true;
      }
    }
  }
}
