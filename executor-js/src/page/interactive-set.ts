/** The set of controls of the page at one moment, kept as numbers so that it holds no element alive. */

/** Numbers for elements: never reused, so that a set of numbers stands for a set of elements. */
const numbers = new WeakMap<Element, number>();
let last = 0;

function numberOf(el: Element): number {
  let n = numbers.get(el);
  if (n === undefined) numbers.set(el, (n = ++last));
  return n;
}

export interface SetDifference {
  readonly added: number;
  readonly removed: number;
}

export class InteractiveSet {
  readonly #members: Int32Array;
  /** Order does not count: two sums over mixed numbers. */
  readonly fingerprint: string;

  constructor(elements: readonly Element[]) {
    const members = new Int32Array(elements.length);
    let sum = 0;
    let xor = 0;
    for (let i = 0; i < elements.length; i++) {
      const n = numberOf(elements[i] as Element);
      members[i] = n;
      const mixed = Math.imul(n ^ (n >>> 15), 0x2c1b3c6d) ^ Math.imul(n, 0x297a2d39);
      sum = (sum + mixed) | 0;
      xor ^= Math.imul(mixed ^ (mixed >>> 13), 0x165667b1);
    }
    this.#members = members;
    this.fingerprint = `${String(elements.length)}.${String(sum)}.${String(xor)}`;
  }

  /** What came and what went from this set to a later one. */
  difference(later: InteractiveSet): SetDifference {
    if (this.fingerprint === later.fingerprint) return { added: 0, removed: 0 };
    const before = new Set(this.#members);
    let kept = 0;
    for (const n of later.#members) if (before.has(n)) kept++;
    return { added: later.#members.length - kept, removed: this.#members.length - kept };
  }
}
