/** Where the document of a frame stands in its history, so that later it can be told whether it went elsewhere. */
import type { NavigationKind } from "../protocol/index.js";
import { viewOf } from "./dom.js";
import * as p from "./pristine.js";
import { classifyNavigation } from "./navigation-watch.js";

export interface NavigationStamp {
  readonly url: string;
  /** Key of the history entry; absent where the Navigation API is missing. */
  readonly key: string | undefined;
}

interface NavigationLike {
  readonly currentEntry: { readonly key: string } | null;
}

export function stampOf(doc: Document): NavigationStamp {
  const view = viewOf(doc) as (Window & { navigation?: NavigationLike }) | null;
  return { url: p.documentUrl(doc), key: view?.navigation?.currentEntry?.key };
}

/** The navigation inside the same document since the stamp, or undefined. */
export function navigatedSince(stamp: NavigationStamp, doc: Document): NavigationKind | undefined {
  const now = stampOf(doc);
  if (now.key === stamp.key && now.url === stamp.url) return undefined;
  return classifyNavigation(stamp.url, now.url, now.key === stamp.key ? "replace" : "push");
}
