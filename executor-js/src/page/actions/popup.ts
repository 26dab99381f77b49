/** Waiting for a field's popup to come or to go: they fade in and out, and cover the next target meanwhile. */
import { isInput } from "../dom.js";
import { isPutAway, offersList, ownPopup, suggestionsOf } from "../own-list.js";
import { inputList } from "../pristine.js";
import { expandedOf } from "../state.js";
import type { Acting } from "./action.js";

/** How long a popup may take to open, in milliseconds. */
const OPEN_MS = 1500;
/** How long it may take to fade away, in milliseconds. */
const CLOSE_MS = 1000;
const LOOK_MS = 30;
/** How often is looked at least, before it is held that nothing comes. */
const LOOKS = 12;
/** How long suggestions may take to show while text is typed, in milliseconds. */
const LIST_MS = 600;

/** What `find` finds, once it does; null when it never did. A busy page is slow too: it gets its share of looks. */
export async function appears<T>(acting: Acting, find: () => T | null, ms = OPEN_MS): Promise<T | null> {
  const end = acting.clock.now() + ms;
  for (let looks = 1; ; looks++) {
    const found = find();
    if (found !== null || (looks > LOOKS && acting.clock.now() >= end)) return found;
    await acting.clock.sleep(LOOK_MS, acting.signal);
  }
}

/** True once nothing of the field's popup is painted any more. */
export async function putAway(acting: Acting, field: Element, known?: Element | null): Promise<boolean> {
  return (await appears(acting, () => (isPutAway(field, known) ? true : null), CLOSE_MS)) === true;
}

/** A field with a list of its own in the page, which is not open yet. */
export function opensItsList(field: Element): boolean {
  return listsInPage(field) && expandedOf(field) !== true && ownPopup(field) === null;
}

/** The browser's own lists are not in the page. */
const listsInPage = (field: Element): boolean =>
  offersList(field) && !(isInput(field) && inputList(field) !== null);

/** Tells what the field offers now. Lists of remote or delayed suggestions open, or are filled, a little later. */
export async function reportSuggestions(acting: Acting, field: Element): Promise<void> {
  if (listsInPage(field)) {
    await appears(acting, () => (suggestionsOf(field).suggestions.length > 0 ? true : null), LIST_MS);
  }
  await acting.settle();
  const { open, suggestions } = suggestionsOf(field);
  acting.extras.suggestionsOpen = open;
  acting.extras.suggestions = suggestions;
}
