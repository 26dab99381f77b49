/**
 * What the page tells its user (seed 6.6): live regions, error texts of fields, the browser's own validation texts,
 * and the toast containers of the usual libraries.
 */
import type { PageMessage } from "../protocol/index.js";
import { attr, isHtml } from "./dom.js";
import { all } from "./lists.js";
import type { PageWalk } from "./page-walk.js";
import * as p from "./pristine.js";
import { oneLine, TEXT_CAP } from "./text.js";
import { isVisible } from "./visibility.js";

/** Asked of elements with a class only, which spares the others a question for each. */
const NOTICES =
  "[class]:is(.ant-message-notice,.ant-notification-notice,.ant-form-item-explain-error,.el-message,.el-notification," +
  ".el-form-item__error,.el-alert,.ant-alert,.toast,.Toastify__toast,.invalid-feedback)";
const LIVE = `[role=alert],[role=status],[aria-live=polite],[aria-live=assertive],[data-sonner-toast],${NOTICES}`;
const FAULTY = p.knowsSelector(":user-invalid")
  ? "[aria-errormessage],:is(input,select,textarea):user-invalid"
  : "[aria-errormessage]";
const SPEAKERS = `${LIVE},${FAULTY}`;
/** What may be among the speakers, elements with a role apart: short, for every element of the page is asked. */
export const MESSAGE_MARKS =
  `[aria-live],[data-sonner-toast],${NOTICES},[aria-errormessage]` +
  (p.knowsSelector(":user-invalid") ? ",:user-invalid" : "");

/** More messages than this at once are no messages any more. */
const MESSAGE_LIMIT = 20;

/** Texts that are shown now, each with its kind. */
export type Messages = ReadonlyMap<string, PageMessage["kind"]>;

/** Collects the messages that stand on the page. */
export function readMessages(walk: PageWalk, isSdkNode: (node: Node) => boolean): Messages {
  const found = new Map<string, PageMessage["kind"]>();
  const add = (text: string, kind: PageMessage["kind"]): void => {
    const line = oneLine(text, TEXT_CAP);
    if (line !== "" && !found.has(line)) found.set(line, kind);
  };
  for (const { root, marked } of walk.trees) {
    for (const element of marked) {
      if (!p.matches(element, SPEAKERS) || isSdkNode(element) || !isHtml(element)) continue;
      if (p.matches(element, LIVE)) {
        if (hasLiveChild(element) || !isVisible(element)) continue;
        const text = p.innerText(element);
        add(text, kindOfRegion(element, text));
      } else {
        const told = toldOf(element, root as p.Root);
        if (told !== "") add(told, "error");
      }
    }
  }
  return found;
}

/** What is wrong with a field: the text it points to, else the browser's own. */
function toldOf(field: HTMLElement, root: p.Root): string {
  const invalid = attr(field, "aria-invalid");
  if (invalid !== "" && invalid !== "false") {
    const texts = attr(field, "aria-errormessage")
      .split(/\s+/)
      .map((id) => {
        const message = id === "" ? null : p.byId(root, id);
        return message !== null && isHtml(message) && isVisible(message) ? p.innerText(message) : "";
      });
    const text = texts.join(" ").trim();
    if (text !== "") return text;
  }
  // Without that attribute it was found for being invalid to the browser.
  if (p.hasAttribute(field, "aria-errormessage") || !isVisible(field)) return "";
  return (field as HTMLInputElement).validationMessage;
}

/** The messages that were not there before. */
export function newMessages(before: Messages, after: Messages): PageMessage[] {
  const fresh: PageMessage[] = [];
  for (const [text, kind] of after) {
    if (!before.has(text) && fresh.length < MESSAGE_LIMIT) fresh.push({ kind, text });
  }
  return fresh;
}

/** The innermost region speaks: a container of toasts is not a message itself. */
function hasLiveChild(region: Element): boolean {
  return p.queryFirst(region, LIVE) !== null;
}

function kindOfRegion(region: Element, text: string): PageMessage["kind"] {
  const names = [region, ...all(region, "[class]").slice(0, 6)].map(p.classNameOf).join(" ");
  if (/success/i.test(names)) return "success";
  if (/error|danger|invalid/i.test(names)) return "error";
  if (/(成功|已保存|已提交|已删除|完成)|\b(success|saved|submitted|done)\b/i.test(text)) return "success";
  if (/(失败|错误|无效|必填|不能为空|不正确)|\b(error|fail(ed|ure)?|invalid|required|denied)\b/i.test(text))
    return "error";
  if (/\binfo|\bwarn/i.test(names)) return "info";
  return attr(region, "role") === "alert" || attr(region, "aria-live") === "assertive" ? "error" : "info";
}
