/** Which modal dialogs of the page are open, in the order in which they were opened. */
import { liveRoots } from "../page/page-walk.js";

/**
 * @param known The answer of the last call: what is still open keeps its place, what is new comes after it.
 * @param deep Looks into open shadow roots too, which takes a walk through the page.
 */
export function openModals(document: Document, known: readonly Element[], deep: boolean): readonly Element[] {
  const still = known.filter((one) => one.isConnected && one.matches(":modal"));
  const roots = deep ? liveRoots(() => false) : [document];
  const found = roots.flatMap((root) => [...root.querySelectorAll("dialog:modal")]);
  return [...still, ...found.filter((one) => one.ownerDocument === document && !still.includes(one))];
}
