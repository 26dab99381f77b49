/** The page as it is now, against a snapshot (seed 6.6). It reports a navigation instead of failing on it. */
import { refuse, type ObservedElement } from "../../protocol/index.js";
import { changedSince, noChanges } from "../page-changes.js";
import { oneLine, publicUrl } from "../text.js";
import type { Acting, FreeHandler } from "./action.js";

export const observe: FreeHandler<"observe"> = {
  target: "own",
  looks: true,
  async run(acting, action) {
    const snapshotId = action.snapshotId ?? acting.snapshots.newest;
    const diff = snapshotId === undefined ? undefined : acting.snapshots.observeDiff(snapshotId);
    if (action.snapshotId !== undefined && diff === undefined)
      return refuse.snapshotExpired({ snapshotId: action.snapshotId });
    acting.extras.observation = {
      pageVersion: acting.snapshots.pageVersion(),
      url: publicUrl(location.href),
      title: oneLine(document.title, 500),
      ...(action.elementIds !== undefined &&
        snapshotId !== undefined && {
          elements: action.elementIds.map((id) => observed(acting, snapshotId, id)),
        }),
    };
    if (snapshotId === undefined || diff === undefined) return { changes: noChanges() };
    const { added, removed, updated, urlChanged, titleChanged, versionChanged, navigation } = diff;
    return {
      changes: {
        urlChanged,
        titleChanged,
        versionChanged,
        added,
        removed,
        updated,
        ...acting.memory.since(snapshotId),
        ...(navigation !== undefined && { navigation: { kind: navigation, url: publicUrl(location.href) } }),
      },
    };
  },
};

function observed(acting: Acting, snapshotId: string, elementId: string): ObservedElement {
  const ref = acting.snapshots.resolve(snapshotId, elementId);
  if ("refused" in ref) {
    return { elementId, valid: false, code: ref.code, changed: ref.code !== "snapshot_expired" };
  }
  const change = changedSince(ref.listed, ref.element, ref.sensitive);
  return { elementId, valid: true, changed: change !== undefined, ...change };
}
