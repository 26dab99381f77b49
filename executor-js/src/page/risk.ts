/** High risk is marked on the card and counted in the audit (PROTOCOL.md 9). It forbids nothing by itself. */
import type { PageAction } from "../protocol/index.js";
import { submittedForm } from "./boundaries.js";
import type { ResolvedRef } from "./types.js";

const ENGLISH =
  /\b(delete|remove|erase|destroy|drop|discard|pay|payment|purchase|buy|order now|place order|checkout|transfer|withdraw|refund|send|submit|publish|post|confirm|approve|reject|sign|agree|accept|unsubscribe|deactivate|terminate|revoke|reset|close account)\b/i;
const CHINESE =
  /删除|移除|清空|销毁|支付|付款|购买|下单|结算|转账|提现|退款|发送|提交|发布|确认|确定|批准|审批|通过|驳回|拒绝|签署|签字|签名|同意|注销|停用|终止|撤销|重置|作废/;

/** What a user would want to think about before it is done. */
export function isHighRisk(action: PageAction, ref: ResolvedRef | undefined): boolean {
  if (ref?.sensitive === true) return true;
  switch (action.action) {
    case "click":
      return ref !== undefined && (submittedForm(ref.element) !== null || names(ref));
    case "keyboard":
      // Enter submits the form that the focus is in.
      return (
        action.keys?.some((key) => /(?:^|\+)(?:enter|return)$/i.test(key)) === true ||
        /[\r\n]/.test(action.text ?? "")
      );
    default:
      return false;
  }
}

function names(ref: ResolvedRef): boolean {
  const text = `${ref.identity.label} ${ref.listed.text}`;
  return ENGLISH.test(text) || CHINESE.test(text);
}
