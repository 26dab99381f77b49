/**
 * The fingerprint that tells whether a node is still the thing that a snapshot listed (PROTOCOL.md, staleness rule 5).
 * State (value, checked, disabled, expanded, pressed, invalid, focus) is not part of it.
 */
import { ContextCache, contextOf, itemElement } from "./context.js";
import { containerName, fullName, type Name } from "./accessible-name.js";
import { hrefOf } from "./boundaries.js";
import { attr, htmlTag } from "./dom.js";
import * as p from "./pristine.js";
import { isInteractiveRole, kindOf, roleOf, typeOf } from "./roles.js";
import { isSensitive } from "./sensitive-fields.js";
import type { Identity } from "./types.js";

/** What was read of an element while its identity was made; a scan needs the same again. */
export interface Portrait {
  readonly identity: Identity;
  readonly name: Name;
  readonly context: string;
  readonly sensitive: boolean;
  /** Name with context for the user's eyes; never a value. */
  readonly describe: string;
}

/** @param scrollOnly It is listed as a container, which is not called by all that it holds. */
export function portraitOf(el: Element, cache = new ContextCache(), scrollOnly = false): Portrait {
  const role = roleOf(el);
  const name = scrollOnly
    ? containerName(el, cache.names)
    : fullName(el, cache.names, !isInteractiveRole(role));
  const context = contextOf(el, name.lasting, cache);
  const form = formOf(el);
  const sensitive = isSensitive(el, name.lasting);
  return {
    identity: {
      role,
      kind: kindOf(el, role),
      type: identityType(el, sensitive),
      label: name.lasting,
      name: attr(el, "name"),
      href: hrefOf(el),
      dataIds: dataIds(el),
      form: form === null ? "" : [attr(form, "id"), attr(form, "name"), attr(form, "action")].join("|"),
      context,
    },
    name,
    context,
    sensitive,
    describe: context === "" ? name.lasting : `${name.lasting} (${context})`,
  };
}

export const identityOf = (el: Element, cache = new ContextCache()): Identity =>
  portraitOf(el, cache).identity;

/** A "show password" button toggles the type of the same field; that is state. */
function identityType(el: Element, sensitive: boolean): string {
  const type = typeOf(el);
  return sensitive && (type === "password" || type === "text") ? "password" : type;
}

/** Names of the parts that differ; empty when it is the same element still. */
export function diffIdentity(before: Identity, after: Identity): (keyof Identity)[] {
  const changed: (keyof Identity)[] = [];
  for (const key of IDENTITY_KEYS) if (before[key] !== after[key]) changed.push(key);
  return changed;
}

const IDENTITY_KEYS = [
  "role",
  "kind",
  "type",
  "label",
  "name",
  "href",
  "dataIds",
  "form",
  "context",
] as const;

const ID_LIKE =
  /(?:^data-|-)(?:id|ids|key|uid|uuid|guid|pk|sku|code|ref|index|record|row|order|user|item|no|number)$/i;

function dataIds(el: Element): string {
  let result = ownDataIds(el);
  const item = itemElement(el);
  if (item !== null) result += ownDataIds(item);
  return result;
}

function ownDataIds(el: Element): string {
  const found: string[] = [];
  for (const name of p.getAttributeNames(el)) {
    if (name.startsWith("data-") && ID_LIKE.test(name))
      found.push(`${name}=${attr(el, name).slice(0, 200)}\n`);
  }
  return found.sort().join("");
}

/** The form that owns a control, by the browser's own reckoning for native ones. */
export function formOf(el: Element): HTMLFormElement | null {
  switch (htmlTag(el)) {
    case "input":
      return p.inputForm(el as HTMLInputElement);
    case "button":
      return p.buttonForm(el as HTMLButtonElement);
    case "select":
      return p.selectForm(el as HTMLSelectElement);
    case "textarea":
      return p.textAreaForm(el as HTMLTextAreaElement);
    default:
      return p.closest(el, "form") as HTMLFormElement | null;
  }
}
