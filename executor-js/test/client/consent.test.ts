import { describe, expect, it } from "vitest";
import type { Audit } from "../../src/client/audit.js";
import { ANSWER_MS, Consent } from "../../src/client/consent.js";
import type { ConfirmAnswer, ConfirmRequest } from "../../src/page/types.js";
import { ManualTimers, flush } from "../support/timers.js";

const request: ConfirmRequest = { requestId: "a", sessionId: 1, level: "per_action", actions: [] };

function setUp() {
  const timers = new ManualTimers();
  const told: Audit[] = [];
  const asked: { answer(answer: ConfirmAnswer): void; readonly closing: AbortSignal }[] = [];
  const consent = new Consent({
    ask: (_, closing) => new Promise((answer) => asked.push({ answer, closing })),
    level: () => "per_action",
    decided: (audit) => told.push(audit),
    timers,
  });
  const aborter = new AbortController();
  const confirm = (extra: Partial<ConfirmRequest> = {}): Promise<ConfirmAnswer> =>
    consent.confirm({ ...request, ...extra }, aborter.signal);
  return { timers, told, asked, consent, aborter, confirm };
}

describe("Consent", () => {
  it("takes a raised level as the answer, which is told by itself, and closes the card", async () => {
    const t = setUp();
    const answer = t.confirm();
    t.consent.cover();
    expect(await answer).toEqual({ allowed: true });
    expect(t.told).toEqual([]);
    expect(t.asked[0]?.closing.aborted).toBe(true);
    expect(t.timers.pending).toBe(0);
  });

  it.each<[string, Partial<ConfirmRequest>]>([
    ["wants to be confirmed at any level", { required: true }],
    ["was asked at a higher level", { level: "task" }],
  ])("leaves a question that %s", async (_, extra) => {
    const t = setUp();
    const answer = t.confirm(extra);
    t.consent.cover();
    t.asked[0]?.answer({ allowed: false, reason: "denied" });
    expect(await answer).toEqual({ allowed: false, reason: "denied" });
    expect(t.told).toMatchObject([{ event: "denied" }]);
  });

  it("takes a revocation as a no", async () => {
    const t = setUp();
    const answer = t.confirm({ required: true });
    t.consent.refuse();
    expect(await answer).toEqual({ allowed: false, reason: "denied" });
    expect(t.told).toEqual([]);
  });

  it("counts only the first answer", async () => {
    const t = setUp();
    const answer = t.confirm();
    t.consent.refuse();
    t.asked[0]?.answer({ allowed: true });
    t.consent.cover();
    expect(await answer).toEqual({ allowed: false, reason: "denied" });
  });

  it("has nothing to answer when nothing is asked", async () => {
    const t = setUp();
    t.consent.cover();
    t.consent.refuse();
    const answer = t.confirm();
    await flush();
    expect(t.asked).toHaveLength(1);
    await t.timers.pass(ANSWER_MS);
    expect(await answer).toEqual({ allowed: false, reason: "no_answer" });
    expect(t.told).toMatchObject([{ event: "denied", reason: "no_answer" }]);
  });

  it("ends with what was asked about", async () => {
    const t = setUp();
    const answer = t.confirm();
    t.aborter.abort("over");
    await expect(answer).rejects.toBe("over");
    expect(t.asked[0]?.closing.aborted).toBe(true);
    expect(t.timers.pending).toBe(0);
  });
});
