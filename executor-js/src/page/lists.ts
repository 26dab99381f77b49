/** Lists by plain loops: pages replace `Array.from` and methods of arrays (old libraries do), and mean no harm by it. */
import { assignedNodes, matches, nodeType, queryAll, type Root } from "./pristine.js";

export function listOf<T>(items: ArrayLike<T>): T[] {
  const list: T[] = [];
  for (let i = 0; i < items.length; i++) list[i] = items[i] as T;
  return list;
}

/** All that match below a root, in tree order. */
export function all(root: Root | Element, selector: string): Element[] {
  return listOf<Element>(queryAll(root, selector));
}

/**
 * All that match below an element, and what its page has put into the slots there: the list of a custom element shows
 * rows that do not stand in its tree.
 */
export function allShown(root: Element, selector: string): Element[] {
  const found = all(root, selector);
  for (const slot of all(root, "slot") as HTMLSlotElement[]) {
    // An empty slot shows what it holds itself, which was found already.
    if (assignedNodes(slot).length === 0) continue;
    for (const node of listOf(assignedNodes(slot, { flatten: true }))) {
      if (nodeType(node) !== 1) continue;
      if (matches(node as Element, selector)) found.push(node as Element);
      for (const inner of all(node as Element, selector)) found.push(inner);
    }
  }
  return found;
}

export function has<T>(list: readonly T[], item: T): boolean {
  for (let i = 0; i < list.length; i++) if (list[i] === item) return true;
  return false;
}
