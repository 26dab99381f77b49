import { describe, expect, test } from "vitest";
import { namesSecret } from "../../src/page/sensitive-fields.js";

describe("words that name a secret", () => {
  test.each([
    "password",
    "password2",
    "newPassword",
    "user_pwd",
    "pass phrase",
    "api_key",
    "accessToken",
    "csrf-token",
    "one-time code",
    "otp",
    "otpCode",
    "verification code",
    "SMS code",
    "card number",
    "cardNumber",
    "cc-exp",
    "CVV",
    "cvc2",
    "IBAN",
    "PIN",
    "security code",
    "SSN",
    "登录密码",
    "验证码",
    "银行卡",
    "卡号",
    "身份证号码",
  ])("%s", (text) => {
    expect(namesSecret(text)).toBe(true);
  });

  test.each([
    "",
    "Name",
    "Shipping address",
    "opinion",
    "spinner",
    "passenger",
    "compass",
    "cardboard box",
    "discard",
    "Monkey",
    "Account manager",
    "encode",
    "Postcode",
    "姓名",
    "收货地址",
  ])("not %j", (text) => {
    expect(namesSecret(text)).toBe(false);
  });
});
