/** The viewport as the user sees it, without the SDK and with secrets covered (seed 6.3, 7.1). */
import { refuse, type OmittedArea, type Screenshot } from "../../protocol/index.js";
import { rectOf } from "../visibility.js";
import { capture, type CaptureResult } from "../screenshot/capture.js";
import type { FreeHandler } from "./action.js";

export const screenshot: FreeHandler<"screenshot"> = {
  target: "own",
  looks: true,
  sensitive: (action) => action.unmasked === true,
  async run(acting, action) {
    const { elementId, snapshotId, format, quality } = action;
    let crop;
    if (elementId !== undefined) {
      if (snapshotId === undefined) return refuse.elementNotAvailable(elementId, { reason: "no_snapshot" });
      const ref = acting.snapshots.resolve(snapshotId, elementId);
      if ("refused" in ref) return ref;
      crop = rectOf(ref.element);
    }
    const taken = await capture({
      isSdkNode: acting.isSdkNode,
      mask: action.unmasked !== true,
      now: () => acting.clock.now(),
      sleep: (ms) => acting.clock.sleep(ms, acting.signal),
      signal: acting.signal,
      ...(crop !== undefined && { crop }),
      ...(format !== undefined && { format }),
      ...(quality !== undefined && { quality }),
    });
    if (acting.signal.aborted) throw acting.signal.reason;
    if (!taken.ok) return failure(taken, elementId);
    return { screenshot: onTheWire(taken) };
  },
};

function failure(
  taken: Extract<CaptureResult, { ok: false }>,
  elementId: string | undefined,
): ReturnType<typeof refuse.internalError> {
  switch (taken.code) {
    case "too_large":
      return refuse.screenshotTooLarge();
    case "timeout":
      return refuse.screenshotTimeout({ reason: taken.reason });
    default:
      if (taken.reason === "empty_viewport" && elementId !== undefined)
        return refuse.elementNotVisible(elementId, { reason: "out_of_view" });
      return refuse.screenshotFailed(taken.reason);
  }
}

function onTheWire(taken: Extract<CaptureResult, { ok: true }>): Screenshot {
  const { mime, width, height, scale, byteLength, data, masked } = taken;
  const omitted: OmittedArea[] = taken.omitted.map(({ reason, rect }) => ({ reason, rect }));
  return { mime, width, height, scale, byteLength, data, masked, omitted };
}
