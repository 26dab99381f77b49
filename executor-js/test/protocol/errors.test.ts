import { describe, expect, it } from "vitest";
import { ERROR_CODES, errorBody, refuse, type RefusalBody } from "../../src/protocol/index.js";

/** Every constructor called once. A constructor that is missing here fails the first test. */
const samples: Readonly<Record<keyof typeof refuse, RefusalBody>> = {
  authorizationRequired: refuse.authorizationRequired("e1"),
  authorizationDenied: refuse.authorizationDenied("no_answer", "e1"),
  scopeNotAllowed: refuse.scopeNotAllowed("click", "e1"),
  snapshotExpired: refuse.snapshotExpired(),
  navigationDetected: refuse.navigationDetected("e1"),
  elementNotAvailable: refuse.elementNotAvailable("e1"),
  elementChanged: refuse.elementChanged("e1", { changed: ["label"] }),
  pageChanged: refuse.pageChanged({ added: 1, removed: 0 }),
  elementNotVisible: refuse.elementNotVisible("e1"),
  elementDisabled: refuse.elementDisabled("e1"),
  elementReadonly: refuse.elementReadonly("e1"),
  elementInert: refuse.elementInert("e1"),
  elementObscured: refuse.elementObscured("e1", { coveredBy: { role: "dialog" } }),
  elementNotFillable: refuse.elementNotFillable("e1"),
  elementNotSelectable: refuse.elementNotSelectable("e1"),
  elementNotCheckable: refuse.elementNotCheckable("e1"),
  notFocusable: refuse.notFocusable("e1"),
  unsupportedAction: refuse.unsupportedAction("screenshot"),
  unsupportedTarget: refuse.unsupportedTarget("e1", "unsupported_editor"),
  optionNotFound: refuse.optionNotFound("e1", { candidates: ["a"] }),
  optionDisabled: refuse.optionDisabled("e1"),
  optionAmbiguous: refuse.optionAmbiguous("e1"),
  invalidValue: refuse.invalidValue("e1", "a date is written 2026-03-02"),
  valueNotApplied: refuse.valueNotApplied("e1", { actual: "x" }),
  scrollFailed: refuse.scrollFailed(),
  crossOriginFrame: refuse.crossOriginFrame("e1"),
  closedShadowRoot: refuse.closedShadowRoot("e1"),
  fileInput: refuse.fileInput("e1"),
  download: refuse.download("e1"),
  newTab: refuse.newTab("e1"),
  systemDialog: refuse.systemDialog("confirm", "e1"),
  humanVerification: refuse.humanVerification("e1"),
  sdkElement: refuse.sdkElement("e1"),
  taskCancelled: refuse.taskCancelled("user_stop"),
  timeout: refuse.timeout(),
  screenshotFailed: refuse.screenshotFailed("csp"),
  screenshotTooLarge: refuse.screenshotTooLarge(),
  screenshotTimeout: refuse.screenshotTimeout(),
  invalidArguments: refuse.invalidArguments("/tool must be given, but is missing", "/tool"),
  sessionMismatch: refuse.sessionMismatch(),
  duplicateRequest: refuse.duplicateRequest(),
  queueFull: refuse.queueFull(16),
  internalError: refuse.internalError(),
};

describe("refuse", () => {
  it("has one constructor per code, in the order of the contract", () => {
    expect(Object.values(samples).map((sample) => sample.code)).toEqual(ERROR_CODES);
  });

  it.each(Object.entries(samples))("%s is named after its code and says what to do", (name, sample) => {
    expect(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)).toBe(sample.code);
    expect(sample.refused).toBe(true);
    expect(sample.message).toMatch(/^[A-Z0-9][^\n]{30,}\.$/);
  });

  it("has a message of its own for each code", () => {
    expect(new Set(Object.values(samples).map((sample) => sample.message)).size).toBe(ERROR_CODES.length);
  });

  it("keeps the reason of a denial and of a cancelled task apart", () => {
    expect(refuse.authorizationDenied("denied").message).not.toBe(
      refuse.authorizationDenied("no_answer").message,
    );
    expect(refuse.taskCancelled("takeover")).toMatchObject({ details: { reason: "takeover" } });
    expect(refuse.taskCancelled("takeover").message).not.toBe(refuse.taskCancelled("user_stop").message);
  });

  it("goes onto the wire without its mark, with absent parts left out", () => {
    expect({ ...errorBody(refuse.elementChanged("e1", { changed: ["label"] })) }).toEqual({
      code: "element_changed",
      message: samples.elementChanged.message,
      elementId: "e1",
      details: { changed: ["label"] },
    });
    expect({ ...errorBody(refuse.elementReadonly("")) }).toEqual({
      code: "element_readonly",
      message: samples.elementReadonly.message,
    });
    expect(JSON.parse(JSON.stringify(errorBody(refuse.snapshotExpired())))).toEqual({
      code: "snapshot_expired",
      message: samples.snapshotExpired.message,
    });
  });
});
