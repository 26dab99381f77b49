/** Lists what can be operated (seed 6.1). */
import { refuse } from "../../protocol/index.js";
import { PageWalk } from "../page-walk.js";
import type { FreeHandler } from "./action.js";

export const inspect: FreeHandler<"inspect"> = {
  target: "own",
  looks: true,
  sensitive: (action) => action.includeSensitive === true,
  async run(acting, action) {
    const { elementId, snapshotId } = action;
    let within: Element | undefined;
    if (elementId !== undefined) {
      if (snapshotId === undefined) return refuse.elementNotAvailable(elementId, { reason: "no_snapshot" });
      const ref = acting.snapshots.resolve(snapshotId, elementId);
      if ("refused" in ref) return ref;
      within = ref.element;
    }
    const walk = new PageWalk(acting.isSdkNode);
    const snapshot = acting.snapshots.inspect(action, walk, within);
    if ("refused" in snapshot) return snapshot;
    acting.memory.remember(snapshot.snapshotId, walk);
    return { snapshot };
  },
};
