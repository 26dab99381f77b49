/** What an action is about: its element, or for keys without one what has the page's focus (PROTOCOL.md 11). */
import type { PageAction } from "../protocol/index.js";
import { portraitOf } from "./identity.js";
import { oneLine } from "./text.js";
import type { ResolvedRef } from "./types.js";
import type { World } from "./world.js";

export interface Aim {
  readonly element: Element | undefined;
  /** Name with context for the user's eyes; never a value. Empty where it is about no element. */
  readonly describe: string;
}

/** A document or an editor may have the focus, and is not called by all that it holds. */
const NAME_CAP = 200;

export function aimOf(world: World, action: PageAction, ref: ResolvedRef | undefined): Aim {
  if (ref !== undefined) return { element: ref.element, describe: ref.describe };
  const focused = action.action === "keyboard" ? world.focus.current() : null;
  if (focused === null) return { element: undefined, describe: "" };
  return { element: focused, describe: oneLine(portraitOf(focused).describe, NAME_CAP) };
}
