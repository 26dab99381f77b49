/**
 * The life of snapshots (seed 6.2): which ids exist, what they stand for, and when a reference has gone stale
 * (PROTOCOL.md 5, rules 1 to 5).
 */
import {
  refuse,
  type InspectAction,
  type NavigationKind,
  type PageElement,
  type PageSnapshot,
} from "../protocol/index.js";
import { documentOf, frameElementOf, isAttached } from "./dom.js";
import { digestOf, factsOf } from "./facts.js";
import { FrameList, viewportInfo } from "./frame-list.js";
import { diffIdentity, portraitOf } from "./identity.js";
import { randomId } from "./ids.js";
import { InteractiveSet, type SetDifference } from "./interactive-set.js";
import { navigatedSince, stampOf, type NavigationStamp } from "./navigation-stamp.js";
import { collectInteractive, PageScan, type Described, type Draft, type Sighting } from "./page-scanner.js";
import { PageWalk } from "./page-walk.js";
import * as p from "./pristine.js";
import { jsonSize, oneLine, publicUrl } from "./text.js";
import type { Clock, Identity, Refusal, ResolvedRef } from "./types.js";

export type InspectParams = Omit<InspectAction, "action" | "snapshotId">;

const LIVES_MS = 10 * 60_000;
const KEPT = 8;
const DEFAULT_MAX = 500;
/** Bytes of element entries after which a snapshot is cut, well below the 1 MiB that a frame may have. */
const SIZE_LIMIT = 600_000;

interface Ref {
  readonly node: WeakRef<Element>;
  readonly doc: WeakRef<Document>;
  readonly identity: Identity;
  readonly describe: string;
  readonly sensitive: boolean;
  readonly listed: PageElement;
  readonly digest: number;
  readonly scrollOnly: boolean;
}

interface Rest {
  readonly cursor: string;
  readonly elements: readonly WeakRef<Element>[];
  readonly within: WeakRef<Element> | undefined;
  readonly params: InspectParams;
}

interface Stored {
  readonly id: string;
  readonly takenAt: number;
  readonly epoch: number;
  /** Of every inner document that an element of the snapshot is in. */
  readonly stamps: WeakMap<Document, NavigationStamp>;
  readonly refs: Map<string, Ref>;
  readonly set: InteractiveSet;
  readonly version: string;
  readonly url: string;
  readonly title: string;
  /** What a truncated list left out. */
  rest: Rest | undefined;
}

/** How the page differs from a snapshot; what `observe` and the change summary report. */
export interface SnapshotDifference extends SetDifference {
  /** Listed elements whose value, state or text is another now. */
  readonly updated: number;
  readonly urlChanged: boolean;
  readonly titleChanged: boolean;
  readonly versionChanged: boolean;
  readonly navigation: NavigationKind | undefined;
}

export interface SnapshotManagerOptions {
  readonly isSdkNode: (node: Node) => boolean;
  readonly clock: Clock;
}

export class SnapshotManager {
  readonly #options: SnapshotManagerOptions;
  /** In order of taking. */
  readonly #stored = new Map<string, Stored>();
  #epoch = 0;
  #lastNavigation: NavigationKind | undefined;
  #version = { id: randomId(), epoch: 0, fingerprint: "" };

  constructor(options: SnapshotManagerOptions) {
    this.#options = options;
  }

  /**
   * Takes a snapshot, or goes on with a truncated one when a cursor is given.
   * @param walk The whole page as it is now.
   * @param within The element that `scope: "element"` names, already resolved.
   */
  inspect(params: InspectParams, walk: PageWalk, within?: Element): PageSnapshot | Refusal {
    if (params.cursor !== undefined) return this.#continue(params.cursor, params, walk);
    const scan = this.#scan(walk, within);
    const set = new InteractiveSet(
      within === undefined ? scan.interactive : [...collectInteractive(this.#options.isSdkNode, walk)],
    );
    const stored: Stored = {
      id: randomId(),
      takenAt: this.#options.clock.now(),
      epoch: this.#epoch,
      stamps: new WeakMap(),
      refs: new Map(),
      set,
      version: this.#versionOf(set),
      url: p.documentUrl(document),
      title: p.titleOf(document),
      rest: undefined,
    };
    this.#stored.set(stored.id, stored);
    for (const id of this.#stored.keys()) {
      if (this.#stored.size <= KEPT) break;
      this.#stored.delete(id);
    }
    return this.#list(stored, scan, scan.sightings, params, within);
  }

  #scan(walk: PageWalk, within: Element | undefined): PageScan {
    const { isSdkNode } = this.#options;
    return within === undefined
      ? new PageScan({ isSdkNode, walk })
      : new PageScan({ isSdkNode, walk: new PageWalk(isSdkNode, within), within });
  }

  #continue(cursor: string, params: InspectParams, walk: PageWalk): PageSnapshot | Refusal {
    for (const stored of this.#stored.values()) {
      const rest = stored.rest;
      if (rest?.cursor !== cursor) continue;
      if (this.#expired(stored)) break;
      if (stored.epoch !== this.#epoch) return this.#navigated();
      const within = rest.within === undefined ? undefined : p.deref(rest.within);
      const scan = this.#scan(walk, within);
      const wanted = new Set<Element>();
      for (const ref of rest.elements) {
        const el = p.deref(ref);
        if (el !== undefined) wanted.add(el);
      }
      const left = scan.sightings.filter((s) => wanted.has(s.element));
      // What to list goes on; how much and whether with secrets is for the present request to say, and to be allowed.
      const filter = params.filter ?? rest.params.filter;
      return this.#list(stored, scan, left, { ...params, ...(filter !== undefined && { filter }) }, within);
    }
    return refuse.snapshotExpired();
  }

  #list(
    stored: Stored,
    scan: PageScan,
    sightings: readonly Sighting[],
    params: InspectParams,
    within?: Element,
  ): PageSnapshot {
    const max = params.maxElements ?? DEFAULT_MAX;
    const frames = new FrameList(scan.layout);
    const elements: PageElement[] = [];
    let size = 0;
    let i = 0;
    for (; i < sightings.length && elements.length < max && size < SIZE_LIMIT; i++) {
      const sighting = sightings[i] as Sighting;
      const found = scan.describe(sighting, params.includeSensitive === true, (doc) => frames.indexOf(doc));
      if (!passes(found.draft, params.filter)) continue;
      const listed = this.#remember(stored, found, sighting.scrollOnly);
      size += sizeOf(listed);
      elements.push(listed);
    }
    stored.rest = undefined;
    const snapshot: PageSnapshot = {
      snapshotId: stored.id,
      pageVersion: stored.version,
      url: publicUrl(p.documentUrl(document)),
      title: oneLine(p.titleOf(document), 500),
      viewport: viewportInfo(),
      frames: frames.list,
      elements,
    };
    if (i < sightings.length) {
      stored.rest = {
        cursor: randomId(),
        elements: sightings.slice(i).map((s) => new WeakRef(s.element)),
        within: within === undefined ? undefined : new WeakRef(within),
        params,
      };
      snapshot.truncated = true;
      snapshot.cursor = stored.rest.cursor;
    }
    return snapshot;
  }

  #remember(stored: Stored, found: Described, scrollOnly: boolean): PageElement {
    const { element, draft, portrait, digest } = found;
    const doc = documentOf(element);
    const listed: PageElement = { elementId: randomId(), ...draft };
    if (frameElementOf(doc) !== null && !stored.stamps.has(doc)) stored.stamps.set(doc, stampOf(doc));
    stored.refs.set(listed.elementId, {
      node: new WeakRef(element),
      doc: weakDocument(doc),
      identity: portrait.identity,
      describe: portrait.describe,
      sensitive: portrait.sensitive,
      listed,
      digest,
      scrollOnly,
    });
    return listed;
  }

  /** Looks a reference up and compares its identity: staleness rules 1 to 5, before anything is touched. */
  resolve(snapshotId: string, elementId: string): ResolvedRef | Refusal {
    const stored = this.#stored.get(snapshotId);
    if (stored === undefined || this.#expired(stored)) return refuse.snapshotExpired({ snapshotId });
    if (stored.epoch !== this.#epoch) return this.#navigated(elementId);
    const ref = stored.refs.get(elementId);
    if (ref === undefined) return refuse.elementNotAvailable(elementId, { reason: "unknown_id" });
    const element = p.deref(ref.node);
    const doc = p.deref(ref.doc);
    if (element === undefined || doc === undefined || !isAttached(element) || documentOf(element) !== doc) {
      return refuse.elementNotAvailable(elementId, { reason: "removed" });
    }
    const moved = this.#frameNavigation(stored, doc);
    if (moved !== undefined) return refuse.navigationDetected(elementId, { kind: moved, frame: true });
    if (this.#options.isSdkNode(element)) return refuse.sdkElement(elementId);
    const changed = diffIdentity(ref.identity, portraitOf(element, undefined, ref.scrollOnly).identity);
    if (changed.length > 0) return refuse.elementChanged(elementId, { changed });
    return {
      elementId,
      snapshotId,
      element,
      identity: ref.identity,
      describe: ref.describe,
      sensitive: ref.sensitive,
      listed: ref.listed,
    };
  }

  /** A frame on the way to the element went elsewhere inside its document. */
  #frameNavigation(stored: Stored, from: Document): NavigationKind | undefined {
    for (
      let doc = from, frame = frameElementOf(doc);
      frame !== null;
      doc = documentOf(frame), frame = frameElementOf(doc)
    ) {
      const stamp = stored.stamps.get(doc);
      const kind = stamp === undefined ? undefined : navigatedSince(stamp, doc);
      if (kind !== undefined) return kind;
    }
    return undefined;
  }

  #navigated(elementId?: string): Refusal {
    return refuse.navigationDetected(
      elementId,
      this.#lastNavigation === undefined ? {} : { kind: this.#lastNavigation },
    );
  }

  #expired(stored: Stored): boolean {
    return this.#options.clock.now() - stored.takenAt > LIVES_MS;
  }

  /** Changes on navigation and when the set of controls changes; not with texts or values. */
  pageVersion(): string {
    return this.#versionOf(new InteractiveSet([...collectInteractive(this.#options.isSdkNode)]));
  }

  #versionOf(set: InteractiveSet): string {
    const last = this.#version;
    if (last.fingerprint !== set.fingerprint || last.epoch !== this.#epoch) {
      this.#version = { id: randomId(), epoch: this.#epoch, fingerprint: set.fingerprint };
    }
    return this.#version.id;
  }

  /** Every snapshot taken so far becomes stale (rule 2). Called by the navigation watch. */
  noteNavigation(kind: NavigationKind): void {
    this.#epoch++;
    this.#lastNavigation = kind;
  }

  /** Whether the snapshot is known and young enough; it may have been overtaken by a navigation. */
  has(snapshotId: string): boolean {
    const stored = this.#stored.get(snapshotId);
    return stored !== undefined && !this.#expired(stored);
  }

  /** Id of the newest snapshot, if any. */
  get newest(): string | undefined {
    let id: string | undefined;
    for (const key of this.#stored.keys()) id = key;
    return id;
  }

  /** How the page differs from a snapshot now; also after a navigation. Undefined for an unknown or expired one. */
  observeDiff(snapshotId: string): SnapshotDifference | undefined {
    const stored = this.#stored.get(snapshotId);
    if (stored === undefined || this.#expired(stored)) return undefined;
    const set = new InteractiveSet([...collectInteractive(this.#options.isSdkNode)]);
    let updated = 0;
    for (const ref of stored.refs.values()) {
      const el = p.deref(ref.node);
      if (el === undefined || !isAttached(el)) continue;
      const portrait = portraitOf(el, undefined, ref.scrollOnly);
      if (
        digestOf(portrait, factsOf(el, portrait, ref.scrollOnly)) !== ref.digest ||
        diffIdentity(ref.identity, portrait.identity).length > 0
      )
        updated++;
    }
    return {
      ...stored.set.difference(set),
      updated,
      urlChanged: p.documentUrl(document) !== stored.url,
      titleChanged: p.titleOf(document) !== stored.title,
      versionChanged: this.#versionOf(set) !== stored.version,
      navigation: stored.epoch === this.#epoch ? undefined : this.#lastNavigation,
    };
  }

  /** Forgets everything. */
  clear(): void {
    this.#stored.clear();
  }
}

const weakDocuments = new WeakMap<Document, WeakRef<Document>>();

/** One weak reference per document, shared by all that refer to it. */
function weakDocument(doc: Document): WeakRef<Document> {
  let ref = weakDocuments.get(doc);
  if (ref === undefined) weakDocuments.set(doc, (ref = new WeakRef(doc)));
  return ref;
}

function passes(draft: Draft, filter: InspectParams["filter"]): boolean {
  if (filter === undefined) return true;
  if (filter.kind !== undefined && draft.kind !== filter.kind) return false;
  if (filter.role !== undefined && draft.role !== filter.role.toLowerCase()) return false;
  if (filter.text === undefined) return true;
  const text = filter.text.toLowerCase();
  return draft.label.toLowerCase().includes(text) || draft.text.toLowerCase().includes(text);
}

/** About how many bytes an entry takes, from above. */
function sizeOf(el: PageElement): number {
  let size =
    500 + jsonSize(el.label) + jsonSize(el.text) + jsonSize(el.context ?? "") + jsonSize(el.formAction ?? "");
  if (typeof el.value === "string") size += jsonSize(el.value);
  else if (Array.isArray(el.value)) for (const text of el.value) size += jsonSize(text);
  for (const o of el.options) size += 60 + jsonSize(o.label) + jsonSize(o.value) + jsonSize(o.group ?? "");
  return size;
}
