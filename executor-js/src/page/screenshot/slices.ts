/**
 * Reading in pieces, so that a large page can answer its user meanwhile. A picture has to show one moment all the same:
 * when the page changed between two pieces, reading begins anew, and when it never stands still for long enough, it is
 * read in one piece in the end.
 */

/** Work that can be left at every `yield`. */
export type Sliced<T> = Generator<undefined, T, undefined>;

/** What one piece may take, in milliseconds. */
export const SLICE_MS = 10;

/** How often reading in pieces is tried. */
const TRIES = 2;

export interface Moment<T> {
  readonly start: () => Sliced<T>;
  /** Lets the page go on; whatever it changes from here on is noticed. */
  readonly pause: () => Promise<void>;
  /** Whether what was read is still so. Asked only when there was a pause. */
  readonly holds: (found: T) => boolean;
  /** Whether there is no time left for pauses. */
  readonly hurry: () => boolean;
  /** Throws when the work is to be given up. */
  readonly check: () => void;
}

export class Slices {
  #until = 0;

  constructor(private readonly now: () => number) {}

  /** Whether the piece has had its time. */
  readonly due = (): boolean => this.now() >= this.#until;

  async run<T>({ start, pause, holds, hurry, check }: Moment<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      const work = start();
      for (let paused = false; ;) {
        check();
        this.#until = this.now() + SLICE_MS;
        const step = work.next();
        if (step.done === true) {
          if (!paused || holds(step.value)) return step.value;
          break;
        }
        if (tries === TRIES || hurry()) continue;
        paused = true;
        await pause();
      }
    }
  }
}
