import { describe, expect, test } from "vitest";
import { matchList, matchText } from "../../src/page/value-match.js";

describe("what a page shows against what was asked", () => {
  test.each([
    ["Ada", "Ada", "exact", "the same text"],
    ["a\r\nb", "a\nb", "exact", "text areas keep one kind of line end"],
    ["", "", "exact", "an emptied field"],
    [" Ada ", "Ada", "reformatted", "trimmed"],
    ["ada", "ADA", "reformatted", "a field that writes capitals"],
    ["1234", "1,234", "reformatted", "grouped digits"],
    ["1234", "1.234,00", "reformatted", "the same number in another locale"],
    ["1234.5", "$1,234.50", "reformatted", "money"],
    ["12", "12 kg", "reformatted", "a unit"],
    ["5", "5%", "reformatted", "a percentage"],
    ["1234567890", "(123) 456-7890", "reformatted", "a telephone mask"],
    ["4111111111111111", "4111 1111 1111 1111", "reformatted", "a card mask"],
    ["2026-03-09", "09/03/2026", "reformatted", "a date in another order"],
    ["2026-03-09 10:00", "2026-03-09 10:00:00", "reformatted", "seconds that a picker adds"],
    ["1e3", "1000", "reformatted", "an exponent"],
    ["1.5", "15", "mismatch", "a lost decimal point"],
    ["-5", "5", "mismatch", "a lost sign"],
    ["0123", "123", "mismatch", "a lost leading zero, which a telephone number needs"],
    ["12345", "123", "mismatch", "cut off"],
    ["5", "5k", "mismatch", "a thousand times as much"],
    ["50", "10", "mismatch", "clamped"],
    ["2026-03-09", "2026-03-10", "mismatch", "another day"],
    ["3/12/2026", "31/2/2026", "mismatch", "the same digits, another date"],
    ["110101199003070011", "110101199003070012", "mismatch", "numbers longer than a double can hold"],
    ["Ada", "", "mismatch", "emptied"],
    ["", "Ada", "mismatch", "not emptied"],
    ["a.b@x.com", "ab@x.com", "mismatch", "another address"],
    ["abc", "abcb", "mismatch", "more than was asked"],
  ] as const)("%j shown as %j is %s: %s", (wanted, shown, match, _why) => {
    expect(matchText(wanted, shown)).toBe(match);
  });

  test("a list matches only as a whole", () => {
    expect(matchList(["Red", "Blue"], ["Red", "Blue"])).toBe("exact");
    expect(matchList(["Red", "Blue"], ["red", "Blue"])).toBe("reformatted");
    expect(matchList(["Red", "Blue"], ["Red"])).toBe("mismatch");
    expect(matchList([], [])).toBe("exact");
  });
});
