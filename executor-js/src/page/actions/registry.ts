/** Every action that the executor can do. An action without an entry is answered with `unsupported_action`. */
import type { ActionName } from "../../protocol/index.js";
import type { ActionHandler } from "./action.js";
import { check, uncheck } from "./check.js";
import { click } from "./click.js";
import { fill } from "./fill.js";
import { focus } from "./focus.js";
import { inspect } from "./inspect.js";
import { keyboard } from "./keyboard.js";
import { observe } from "./observe.js";
import { screenshot } from "./screenshot.js";
import { scroll } from "./scroll.js";
import { select } from "./select.js";
import { wait } from "./wait.js";

export const registry: { readonly [N in ActionName]?: ActionHandler<N> } = {
  inspect,
  observe,
  screenshot,
  wait,
  scroll,
  focus,
  fill,
  select,
  check,
  uncheck,
  click,
  keyboard,
};
