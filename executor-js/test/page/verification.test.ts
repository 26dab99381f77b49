import { describe, expect, test } from "vitest";
import type { ElementValue } from "../../src/protocol/index.js";
import { hideIn, withoutSecrets } from "../../src/page/secrets.js";
import { verify, type ValueProbe } from "../../src/page/verification.js";
import { refuse } from "../../src/protocol/index.js";

const CANARY = "s3cret-canary";

function probe(actual: ElementValue | undefined, over: Partial<ValueProbe> = {}): ValueProbe {
  return {
    elementId: "e1",
    sensitive: false,
    expected: "1234",
    read: () => actual,
    match: (found) => (found === "1234" ? "exact" : found === "1,234" ? "reformatted" : "mismatch"),
    ...over,
  };
}

describe("what is said of a value", () => {
  test.each([
    ["1234", "verified", true],
    ["1,234", "value_differs", true],
    ["12", "value_differs", false],
  ] as const)("%j read back is %s, ok %s", (actual, status, ok) => {
    const verdict = verify(probe(actual));
    expect(verdict.status).toBe(status);
    expect(verdict.failure === undefined).toBe(ok);
    expect(verdict.verification).toMatchObject({ expected: "1234", actual });
  });

  test("a failure says what the page holds instead", () => {
    expect(verify(probe("12")).failure).toMatchObject({
      code: "value_not_applied",
      elementId: "e1",
      details: { expected: "1234", actual: "12" },
    });
  });

  test("nothing is claimed of a control that is gone", () => {
    expect(verify(probe(undefined))).toEqual({ status: "unverified" });
  });

  test("a value that is only shown is never verified", () => {
    expect(verify(probe("1234", { committed: () => false })).status).toBe("unverified");
  });

  test("of a secret only whether it matched", () => {
    const secret = (actual: string): string =>
      JSON.stringify(verify(probe(actual, { sensitive: true, expected: CANARY, match: () => "mismatch" })));
    expect(secret(`${CANARY}!`)).not.toContain(CANARY);
    expect(verify(probe(CANARY, { sensitive: true, match: () => "exact" })).verification).toEqual({
      match: "exact",
    });
  });
});

describe("secrets stay in the page", () => {
  test("refusals lose what quotes them and keep the rest", () => {
    const refusal = refuse.optionNotFound("e1", { wanted: CANARY, candidates: [CANARY], total: 3 });
    expect(withoutSecrets(refusal)).toMatchObject({ code: "option_not_found", details: { total: 3 } });
    expect(JSON.stringify(withoutSecrets(refusal))).not.toContain(CANARY);
  });

  test("messages and addresses that repeat them do not", () => {
    const told = hideIn(
      {
        urlChanged: true,
        titleChanged: false,
        versionChanged: false,
        added: 0,
        removed: 0,
        updated: 0,
        messages: [{ kind: "info", text: `You typed ${CANARY}.` }],
        navigation: { kind: "load", url: `https://a.example/?p=${CANARY}` },
        newTab: { url: `https://a.example/${encodeURIComponent("p&w canary")}` },
      },
      [CANARY, "p&w canary"],
    );
    expect(JSON.stringify(told)).not.toMatch(/canary/);
    expect(told.messages[0]?.text).toBe("You typed •••.");
  });

  test("texts of a few letters are left alone: they are everywhere", () => {
    const changes = { ...noChange, messages: [{ kind: "info" as const, text: "a 12 b" }] };
    expect(hideIn(changes, ["12"])).toEqual(changes);
  });
});

const noChange = {
  urlChanged: false,
  titleChanged: false,
  versionChanged: false,
  added: 0,
  removed: 0,
  updated: 0,
  messages: [],
};
