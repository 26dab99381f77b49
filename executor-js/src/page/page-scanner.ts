/** One pass over the page: the controls that are there, and those that show described for the agent (seed 6.1). */
import { Census } from "./census.js";
import { ContextCache } from "./context.js";
import { documentOf, readingOrder } from "./dom.js";
import { digestOf, factsOf } from "./facts.js";
import { portraitOf, type Portrait } from "./identity.js";
import { entryOf, type Draft, type Sighting } from "./list-entry.js";
import { PageWalk } from "./page-walk.js";
import * as p from "./pristine.js";
import { VisibleWalk } from "./visible-walk.js";
import { inertCause } from "./inert.js";
import { Layout } from "./layout.js";

export { acceptedActions, isFocusable, type Draft, type Sighting } from "./list-entry.js";

export interface ScanOptions {
  readonly isSdkNode: (node: Node) => boolean;
  /** The page, or the part that `within` names. */
  readonly walk: PageWalk;
  /** Lists everything visible below this element instead of what the viewport shows. */
  readonly within?: Element;
}

export interface Described {
  readonly element: Element;
  readonly draft: Draft;
  readonly portrait: Portrait;
  /** Fingerprint of value and state, for `observe`. */
  readonly digest: number;
}

/** It holds elements and assumes that nothing moves, so it must not outlive the task that made it. */
export class PageScan {
  readonly layout = new Layout();
  /** What to list, in reading order. */
  readonly sightings: Sighting[];
  /** Every rendered control of the page (or of the part), in view or not. */
  readonly interactive: readonly Element[];
  readonly #context = new ContextCache(this.layout);

  constructor(options: ScanOptions) {
    const census = new Census(options, this.layout);
    this.interactive = census.rendered;
    const everywhere = options.within !== undefined;
    const start = options.within ?? (p.bodyOf(document) as Element | null);
    const { isSdkNode } = options;
    const ordered = start === null ? [] : new VisibleWalk(start, census, { isSdkNode, everywhere }).ordered;
    this.sightings = this.#liveFirst(complete(ordered, census.seen));
  }

  /** While a modal dialog is open, what is behind it comes after what can be used: a cap must not cut the dialog. */
  #liveFirst(sightings: Sighting[]): Sighting[] {
    if (this.layout.modal(document) === null) return sightings;
    const live: Sighting[] = [];
    const dead: Sighting[] = [];
    for (const s of sightings) (inertCause(s.element, this.layout) === null ? live : dead).push(s);
    return live.concat(dead);
  }

  /** Everything the contract tells of one sighting. */
  describe(sighting: Sighting, includeSensitive: boolean, frameIndex: (doc: Document) => number): Described {
    const el = sighting.element;
    const portrait = portraitOf(el, this.#context, sighting.scrollOnly);
    const facts = factsOf(el, portrait, sighting.scrollOnly);
    const draft = entryOf(sighting, portrait, facts, includeSensitive, this.layout);
    const frame = frameIndex(documentOf(el));
    if (frame > 0) draft.frame = frame;
    return { element: el, draft, portrait, digest: digestOf(portrait, facts) };
  }
}

/** Adds the controls that the walk did not pass (positioned out of a part that is out of view), in their place. */
function complete(ordered: Sighting[], seen: ReadonlyMap<Element, Sighting>): Sighting[] {
  const passed = new Set<Sighting>(ordered);
  let missed = false;
  for (const s of seen.values()) {
    if (passed.has(s)) continue;
    ordered.push(s);
    missed = true;
  }
  return missed ? readingOrder(ordered, (s) => s.element) : ordered;
}

/** Every rendered control of the page, whether it shows in the viewport or not: what page structure is made of. */
export function collectInteractive(
  isSdkNode: (node: Node) => boolean,
  walk = new PageWalk(isSdkNode),
): Set<Element> {
  return new Set(new Census({ isSdkNode, walk, membersOnly: true }, new Layout()).rendered);
}
