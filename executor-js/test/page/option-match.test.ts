import { describe, expect, test } from "vitest";
import type { OptionChoice } from "../../src/protocol/index.js";
import { matchOptions, type Choosable } from "../../src/page/option-match.js";

const option = (label: string, value: string, disabled = false): Choosable<string> => ({
  item: `${label}=${value}`,
  label,
  value,
  disabled,
});

const OPTIONS = [
  option("Germany", "de"),
  option("France", "fr"),
  option("Atlantis", "at", true),
  option("New\u00a0 Zealand", "nz"),
  option("Twin", "t1"),
  option("Twin", "t2"),
  option("1", "one"),
  option("One", "1"),
];

const choose = (...choices: OptionChoice[]): string => {
  const found = matchOptions(OPTIONS, choices, "e1");
  return found.refused ? found.code : found.chosen.map((chosen) => chosen.item).join();
};

describe("which option is meant", () => {
  test.each([
    [["Germany"], "Germany=de", "a text is a label"],
    [["fr"], "France=fr", "then a value"],
    [["New Zealand"], "New\u00a0 Zealand=nz", "white space does not count"],
    [[{ label: "France" }], "France=fr", "a label by name"],
    [[{ value: "t2" }], "Twin=t2", "a value tells twins apart"],
    [[{ index: 5 }], "Twin=t2", "so does the place"],
    [[{ value: "1" }], "One=1", "a value that is also a label, said to be a value"],
    [["Germany", "France"], "Germany=de,France=fr", "several"],
    [["Germany", "de"], "Germany=de", "the same one twice"],
    [[], "", "none"],
  ] as const)("%j is %s: %s", (choices, wanted, _why) => {
    expect(choose(...choices)).toBe(wanted);
  });

  test.each([
    [["Twin"], "option_ambiguous", "two options with that label"],
    [["1"], "option_ambiguous", "the label of one and the value of another"],
    [["Nowhere"], "option_not_found", "no such option"],
    [[{ index: 99 }], "option_not_found", "no such place"],
    [[{ label: "fr" }], "option_not_found", "a value is no label"],
    [[""], "option_not_found", "an empty text is not every label"],
    [["Atlantis"], "option_disabled", "a disabled one"],
    [["Germany", "Atlantis"], "option_disabled", "one disabled spoils all"],
    [["Germany", "Nowhere"], "option_not_found", "one missing spoils all"],
  ] as const)("%j is refused with %s: %s", (choices, code, _why) => {
    expect(choose(...choices)).toBe(code);
  });

  test("a refusal lists what there is", () => {
    expect(matchOptions(OPTIONS, ["Nowhere"], "e1")).toMatchObject({
      elementId: "e1",
      details: { wanted: "Nowhere", total: OPTIONS.length },
    });
    expect(matchOptions(OPTIONS, ["Twin"], "e1")).toMatchObject({
      details: {
        candidates: [
          { label: "Twin", value: "t1" },
          { label: "Twin", value: "t2" },
        ],
      },
    });
  });
});
