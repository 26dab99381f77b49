/**
 * Labels that name a control by `for`, found by one inverted pass per root: `el.labels` would walk the whole tree for
 * every control.
 */
import { attr, rootOf, type Root } from "./dom.js";
import * as p from "./pristine.js";

const { isArray } = Array;
const NONE: readonly Element[] = [];

export class LabelIndex {
  readonly #byRoot = new Map<Root, Map<string, Element | Element[]>>();

  /** Labels in the control's own tree whose `for` names it, in tree order. */
  of(el: Element): readonly Element[] {
    const id = p.idOf(el);
    if (id === "") return NONE;
    const found = this.#index(rootOf(el)).get(id);
    if (found === undefined) return NONE;
    // Of two elements with the same id the first one is labelled, and not everything can be.
    const labels = isArray(found) ? found : [found];
    return p.labelControl(labels[0] as HTMLLabelElement) === el ? labels : NONE;
  }

  #index(root: Root): Map<string, Element | Element[]> {
    let index = this.#byRoot.get(root);
    if (index !== undefined) return index;
    index = new Map();
    const labels = p.queryAll(root, "label[for]");
    for (let i = 0, n = p.listLength(labels); i < n; i++) {
      const label = labels[i] as Element;
      const id = attr(label, "for");
      const known = index.get(id);
      if (known === undefined) index.set(id, label);
      else if (isArray(known)) known.push(label);
      else index.set(id, [known, label]);
    }
    this.#byRoot.set(root, index);
    return index;
  }
}
