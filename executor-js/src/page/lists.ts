/** Lists by plain loops: pages replace `Array.from` and methods of arrays (old libraries do), and mean no harm by it. */
import { queryAll, type Root } from "./pristine.js";

export function listOf<T>(items: ArrayLike<T>): T[] {
  const list: T[] = [];
  for (let i = 0; i < items.length; i++) list[i] = items[i] as T;
  return list;
}

/** All that match below a root, in tree order. */
export function all(root: Root | Element, selector: string): Element[] {
  return listOf<Element>(queryAll(root, selector));
}

export function has<T>(list: readonly T[], item: T): boolean {
  for (let i = 0; i < list.length; i++) if (list[i] === item) return true;
  return false;
}
