/** Keys by the names of the UI Events standard, as an agent writes them: `Enter`, `a`, `Control+A`, `Shift+Tab`. */

export interface Stroke {
  /** What `KeyboardEvent.key` says with the held modifiers. */
  readonly key: string;
  readonly code: string;
  readonly keyCode: number;
  readonly control: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
  readonly meta: boolean;
}

const NAMED: Readonly<Record<string, number>> = {
  Backspace: 8,
  Tab: 9,
  Enter: 13,
  Pause: 19,
  CapsLock: 20,
  Escape: 27,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Insert: 45,
  Delete: 46,
  ContextMenu: 93,
};

const ALIASES: Readonly<Record<string, string>> = {
  esc: "Escape",
  return: "Enter",
  del: "Delete",
  ins: "Insert",
  left: "ArrowLeft",
  right: "ArrowRight",
  up: "ArrowUp",
  down: "ArrowDown",
  pgup: "PageUp",
  pgdn: "PageDown",
  space: " ",
  spacebar: " ",
  plus: "+",
};

const MODIFIERS: Readonly<Record<string, "control" | "shift" | "alt" | "meta">> = {
  control: "control",
  ctrl: "control",
  shift: "shift",
  alt: "alt",
  option: "alt",
  meta: "meta",
  command: "meta",
  cmd: "meta",
};

const MODIFIER_KEYS = {
  control: { key: "Control", code: "ControlLeft", keyCode: 17 },
  shift: { key: "Shift", code: "ShiftLeft", keyCode: 16 },
  alt: { key: "Alt", code: "AltLeft", keyCode: 18 },
  meta: { key: "Meta", code: "MetaLeft", keyCode: 91 },
} as const;

/** Characters of a US keyboard with their key, for `code` and `keyCode`: unshifted, shifted, code, key code. */
const PUNCTUATION: readonly (readonly [string, string, string, number])[] = [
  ["`", "~", "Backquote", 192],
  ["-", "_", "Minus", 189],
  ["=", "+", "Equal", 187],
  ["[", "{", "BracketLeft", 219],
  ["]", "}", "BracketRight", 221],
  ["\\", "|", "Backslash", 220],
  [";", ":", "Semicolon", 186],
  ["'", '"', "Quote", 222],
  [",", "<", "Comma", 188],
  [".", ">", "Period", 190],
  ["/", "?", "Slash", 191],
];
const SHIFTED_DIGITS = ")!@#$%^&*(";

/** `constructor` and its kin are no keys. */
function own<V>(table: Readonly<Record<string, V>>, key: string): V | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Reads one entry of `keys`; undefined when there is no such key. */
export function parseStroke(text: string): Stroke | undefined {
  const held = { control: false, shift: false, alt: false, meta: false };
  let rest = text;
  for (;;) {
    const plus = rest.indexOf("+");
    if (plus <= 0 || plus === rest.length - 1) break;
    const modifier = own(MODIFIERS, rest.slice(0, plus).toLowerCase());
    if (modifier === undefined) return undefined;
    held[modifier] = true;
    rest = rest.slice(plus + 1);
  }
  const lone = own(MODIFIERS, rest.toLowerCase());
  if (lone !== undefined) return { ...MODIFIER_KEYS[lone], ...held, [lone]: true };
  const key = nameOf(rest);
  if (key === undefined) return undefined;
  // Control+A means the A key, not a capital: only Shift makes one.
  const written =
    [...key].length === 1 && (held.control || held.meta || held.alt) && !held.shift ? key.toLowerCase() : key;
  return { ...physical(held.shift && written.length === 1 ? shifted(written) : written), ...held };
}

function nameOf(text: string): string | undefined {
  if ([...text].length === 1) return text;
  const lower = text.toLowerCase();
  const alias = own(ALIASES, lower);
  if (alias !== undefined) return alias;
  if (/^f([1-9]|1\d|2[0-4])$/.test(lower)) return text.toUpperCase();
  return Object.keys(NAMED).find((name) => name.toLowerCase() === lower);
}

function shifted(key: string): string {
  if (/^\d$/.test(key)) return SHIFTED_DIGITS[Number(key)] ?? key;
  return PUNCTUATION.find(([plain]) => plain === key)?.[1] ?? key.toUpperCase();
}

/** The stroke that types one character. */
export function strokeOf(character: string): Stroke {
  const stroke = physical(character === "\n" ? "Enter" : character === "\t" ? "Tab" : character);
  const shift = stroke.key.length === 1 && needsShift(stroke.key);
  return { ...stroke, control: false, shift, alt: false, meta: false };
}

function needsShift(key: string): boolean {
  return (
    /^[A-Z]$/.test(key) || SHIFTED_DIGITS.includes(key) || PUNCTUATION.some(([, shift]) => shift === key)
  );
}

function physical(key: string): { key: string; code: string; keyCode: number } {
  const named = own(NAMED, key);
  if (named !== undefined) return { key, code: key, keyCode: named };
  if (key === " ") return { key, code: "Space", keyCode: 32 };
  if (/^F\d+$/.test(key)) return { key, code: key, keyCode: 111 + Number(key.slice(1)) };
  if (/^[a-z]$/i.test(key))
    return { key, code: `Key${key.toUpperCase()}`, keyCode: key.toUpperCase().charCodeAt(0) };
  if (/^\d$/.test(key)) return { key, code: `Digit${key}`, keyCode: 48 + Number(key) };
  const digit = key.length === 1 ? SHIFTED_DIGITS.indexOf(key) : -1;
  if (digit >= 0) return { key, code: `Digit${digit}`, keyCode: 48 + digit };
  const mark = PUNCTUATION.find(([plain, shift]) => plain === key || shift === key);
  if (mark !== undefined) return { key, code: mark[2], keyCode: mark[3] };
  // What no key of this keyboard types (é, 中) comes from an input method: no code, no key code.
  return { key, code: "", keyCode: 0 };
}

/** The event's dictionary; `keyCode` is what older handlers ask for. */
export function strokeInit(stroke: Stroke): KeyboardEventInit {
  return {
    key: stroke.key,
    code: stroke.code,
    keyCode: stroke.keyCode,
    ctrlKey: stroke.control,
    shiftKey: stroke.shift,
    altKey: stroke.alt,
    metaKey: stroke.meta,
  };
}

/** A named key without modifiers. */
export function keyInit(
  key: "Enter" | "Escape" | "ArrowDown" | "ArrowUp" | "ArrowLeft" | "ArrowRight",
): KeyboardEventInit {
  return strokeInit(strokeOf(key));
}
