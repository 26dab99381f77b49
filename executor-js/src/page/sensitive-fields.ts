/**
 * Fields whose value is a secret (seed 7.1): passwords, one-time codes, card and payment data, tokens. Judged by
 * `autocomplete`, `type`, name, id and everything that labels the field, in English and Chinese. In doubt a field is
 * sensitive: a redacted value can be asked for, a leaked one cannot be taken back.
 */
import { attr, htmlTag, isInput, rootOf } from "./dom.js";
import * as p from "./pristine.js";
import { LabelIndex } from "./labels.js";

/** Inputs seen as passwords once: a "show password" button turns them into plain text fields. */
const oncePassword = new WeakSet<Element>();

const AUTOCOMPLETE =
  /(?:^|\s)(?:current-password|new-password|one-time-code|cc-\S+|transaction-amount)(?:\s|$)/i;

const ENGLISH = new RegExp(
  [
    "passw(?:or)?d",
    "pass[ _-]?phrase",
    "pwd",
    "secret",
    "csrf",
    "xsrf",
    "(?:access|auth|api|refresh|bearer|security)[ _-]?(?:token|key|code)",
    "token",
    "api[ _-]?key",
    "private[ _-]?key",
    "one[ _-]?time",
    "otp",
    "totp",
    "2fa",
    "mfa[ _-]?code",
    "verif(?:y|ication)[ _-]?code",
    "verification[ _-]?(?:number|pin)",
    "sms[ _-]?code",
    "captcha",
    "(?:credit|debit|bank|payment)[ _-]?card",
    "card[ _-]?(?:no|num|number|cvc|cvv|holder|code|expir\\w*)",
    "cc[ _-]?(?:num|number|exp|csc|cvc|cvv|name)\\w*",
    "cvv2?",
    "cvc2?",
    "csc",
    "iban",
    "(?:bank|account|routing)[ _-]?(?:account|number|no)",
    "pin[ _-]?(?:code|number)?",
    "ssn",
    "social[ _-]?security",
    "security[ _-]?(?:answer|code|number)",
    "passport[ _-]?(?:no|number)",
  ]
    .map((word) => `(?<![a-z])${word}(?![a-z])`)
    .join("|"),
  "i",
);

/** A part of every English alternative: rules most texts out at once. */
const HINT =
  /pass|pwd|secret|srf|token|key|one|otp|2fa|mfa|verif|code|captcha|card|cc|cv|csc|iban|acc|number|no|pin|ssn|secur/i;

const CHINESE =
  /密码|口令|密钥|密匙|私钥|令牌|验证码|校验码|动态码|短信码|一次性|安全码|卡号|银行卡|信用卡|储蓄卡|借记卡|银行账[号户]|银行帐[号户]|支付(?:账|帐|密|宝|信息)|有效期.*卡|卡.*有效期|身份证|证件号|护照号|社保号|密保/;

/** Splits `cardNumber` and `card_number` alike, so that word limits can be seen. */
const words = (text: string): string => text.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_.[\]:-]+/g, " ");

/** True for text that names a secret. */
export function namesSecret(text: string): boolean {
  if (CHINESE.test(text)) return true;
  return HINT.test(text) && (ENGLISH.test(text) || ENGLISH.test(words(text)));
}

const TELLING = ["name", "id", "placeholder", "aria-label", "title", "data-testid"] as const;

/** Kinds of control that can hold a secret; a button called "Reset password" holds none. */
function holdsValue(el: Element): boolean {
  switch (htmlTag(el)) {
    case "input":
      return !/^(?:button|submit|reset|image|checkbox|radio|range|color|file)$/.test(
        p.inputType(el as HTMLInputElement),
      );
    case "textarea":
    case "select":
      return true;
    default:
      return (
        p.hasAttribute(el, "contenteditable") ||
        /^(?:textbox|searchbox|combobox|spinbutton|listbox)$/.test(attr(el, "role"))
      );
  }
}

/**
 * Whether the value of an element must not leave the page.
 * @param label The element's label, when the caller has it already.
 */
export function isSensitive(el: Element, label?: string): boolean {
  if (!holdsValue(el)) return false;
  if (isInput(el) && p.inputType(el) === "password") {
    oncePassword.add(el);
    return true;
  }
  if (oncePassword.has(el)) return true;
  // Component libraries put `new-password` on the input of a list of choices, to keep the browser from filling it.
  const auto = attr(el, "autocomplete");
  if (AUTOCOMPLETE.test(auto) && !(auto === "new-password" && attr(el, "aria-haspopup") === "listbox"))
    return true;
  let told = label ?? labelText(el);
  for (const name of TELLING) {
    const value = p.getAttribute(el, name);
    if (value !== null) told += "\n" + value.slice(0, 300);
  }
  return namesSecret(told);
}

/** Text of the elements that label a field, for callers that have not computed its name. */
function labelText(el: Element): string {
  let text = "";
  const wrapping = p.closest(el, "label");
  if (wrapping !== null) text += ` ${p.textContent(wrapping) ?? ""}`;
  for (const label of new LabelIndex().of(el)) text += ` ${p.textContent(label) ?? ""}`;
  for (const id of attr(el, "aria-labelledby").split(/\s+/)) {
    const target = id === "" ? null : p.byId(rootOf(el), id);
    if (target !== null) text += ` ${p.textContent(target) ?? ""}`;
  }
  return text.slice(0, 1000);
}
