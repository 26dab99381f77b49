import type { Timers } from "../../src/client/timers.js";

/** Time that goes on only when a test says so. */
export class ManualTimers implements Timers {
  private time = 0;
  private planned: { readonly at: number; readonly run: () => void }[] = [];

  now(): number {
    return this.time;
  }

  after(ms: number, run: () => void): () => void {
    const entry = { at: this.time + ms, run };
    this.planned.push(entry);
    return () => {
      this.planned = this.planned.filter((one) => one !== entry);
    };
  }

  /** Lets `ms` pass; what falls due runs in order, with everything that follows from it. */
  async pass(ms: number): Promise<void> {
    const end = this.time + ms;
    await flush();
    for (;;) {
      const due = this.planned.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) {
        break;
      }
      this.planned = this.planned.filter((one) => one !== due);
      this.time = Math.max(this.time, due.at);
      due.run();
      await flush();
    }
    this.time = end;
  }

  /** The machine slept: `ms` are gone, and whatever fell due in them runs late, once. */
  async sleep(ms: number): Promise<void> {
    this.time += ms;
    await this.pass(0);
  }

  /** How many calls are still planned. */
  get pending(): number {
    return this.planned.length;
  }
}

/** Lets every promise that can settle do so. */
export function flush(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
