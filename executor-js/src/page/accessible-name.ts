/** Names of controls: by the W3C's rules, then `title`, then `placeholder`, then text nearby. */
import { attr } from "./dom.js";
import { NameContext, NameWork, shownText } from "./name-work.js";
import { nearbyText } from "./nearby-text.js";
import * as p from "./pristine.js";
import { isListButton, roleOf } from "./roles.js";
import { oneLine, TEXT_CAP } from "./text.js";

/** A name and what it depends on. */
export interface Name {
  readonly text: string;
  /** The name without the live values of controls that stand inside the label: what identity compares. */
  readonly lasting: string;
  /** Visible text of the element, where the name is made of it. */
  readonly content: string | undefined;
}

/** Label of a control for the agent. */
export function nameOf(el: Element, context = new NameContext()): string {
  return fullName(el, context).text;
}

/**
 * @param byContent Call the element by its content whatever its role: something that reacts to the mouse but has no
 * role that says so.
 */
export function fullName(el: Element, context: NameContext, byContent = false): Name {
  const work = new NameWork(context);
  const text = controlName(el, work, byContent);
  const content = work.ownContent === undefined ? undefined : oneLine(work.ownContent, TEXT_CAP);
  // What is chosen is no part of what the control is.
  if (isListButton(el, roleOf(el)))
    return { text, lasting: oneLine(text.replace(shownText(el), "")), content };
  if (!work.usedValues) return { text, lasting: text, content };
  return { text, lasting: controlName(el, new NameWork(context, false), byContent), content };
}

/** Name of a container: given by the author, else the first heading in it; never all its text. */
export function containerName(el: Element, context: NameContext): Name {
  let text = new NameWork(context, false).given(el) || oneLine(attr(el, "title"));
  const heading = text === "" ? p.queryFirst(el, "h1,h2,h3,h4,h5,h6,[role=heading],caption") : null;
  if (heading !== null) text = shownText(heading, 80);
  return { text, lasting: text, content: undefined };
}

/** What a control is called: by the rules, else by its title, its placeholder or what stands beside it. */
function controlName(el: Element, work: NameWork, byContent: boolean): string {
  const name = oneLine(work.accessible(el, byContent));
  if (name !== "") return name;
  const title = oneLine(attr(el, "title"));
  if (title !== "") return title;
  const hint = oneLine(
    attr(el, "placeholder") || attr(el, "aria-placeholder") || attr(el, "data-placeholder"),
  );
  return hint !== "" ? hint : nearbyText(el);
}

/** Accessible name of a frame element. */
export const frameName = (frame: Element): string => nameOf(frame);
