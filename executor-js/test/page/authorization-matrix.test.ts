/**
 * Every combination of what an authorization decision depends on, against the rule as PROTOCOL.md has it (section 12):
 * written down here a second time, and differently, so that a slip in the one shows in the other.
 */
import { describe, expect, it } from "vitest";
import { Authorization } from "../../src/page/authorization.js";
import { ACTION_NAMES, type ActionName } from "../../src/protocol/index.js";
import type { AuthorizationLevel } from "../../src/page/types.js";

const LEVELS: readonly AuthorizationLevel[] = ["per_action", "task", "full"];
const BOTH = [false, true] as const;
const POSITIONS = ["only", "first", "later"] as const;
const LOOKING: readonly ActionName[] = ["inspect", "observe", "wait", "screenshot"];

interface Row {
  readonly level: AuthorizationLevel;
  readonly action: ActionName;
  readonly sensitive: boolean;
  readonly required: boolean;
  readonly position: (typeof POSITIONS)[number];
  readonly inRange: boolean;
  readonly confirmed: boolean;
}

const rows: Row[] = [];
for (const level of LEVELS)
  for (const action of ACTION_NAMES)
    for (const sensitive of BOTH)
      for (const required of BOTH)
        for (const position of POSITIONS)
          for (const inRange of BOTH)
            for (const confirmed of BOTH)
              rows.push({ level, action, sensitive, required, position, inRange, confirmed });

/** What must happen: nothing is asked, a card is shown, or the request is refused with this code. */
function wanted({ level, action, sensitive, required, position, inRange, confirmed }: Row): string {
  const touchesThePage = !LOOKING.includes(action) || sensitive;
  if (touchesThePage && !inRange) return "scope_not_allowed";
  if (confirmed) return "allow";
  const mustAsk = required || (level === "per_action" && touchesThePage);
  if (!mustAsk) return "allow";
  return position === "later" ? "authorization_required" : "ask";
}

function decided({ level, action, sensitive, required, position, inRange, confirmed }: Row): string {
  const allow = inRange ? undefined : ACTION_NAMES.filter((name) => name !== action);
  const authorization = new Authorization({ level, ...(allow !== undefined && { allow }) });
  const index = position === "later" ? 1 : 0;
  const decision = authorization.decide(
    { action, sensitive, requireConfirmation: required, index },
    confirmed,
  );
  return typeof decision === "string" ? decision : decision.code;
}

describe("the authorization decision", () => {
  it("has a row for every combination", () => {
    expect(rows).toHaveLength(3 * 12 * 2 * 2 * 3 * 2 * 2);
  });

  it.each(LEVELS)("is right in every row of %s", (level) => {
    const wrong = rows
      .filter((row) => row.level === level)
      .map((row) => ({ ...row, wanted: wanted(row), decided: decided(row) }))
      .filter((row) => row.wanted !== row.decided);
    expect(wrong).toEqual([]);
  });

  it("is the same without a range and with a range that holds every action", () => {
    for (const row of rows.filter(({ inRange }) => inRange)) {
      const authorization = new Authorization({ level: row.level, allow: ACTION_NAMES });
      const decision = authorization.decide(
        {
          action: row.action,
          sensitive: row.sensitive,
          requireConfirmation: row.required,
          index: row.position === "later" ? 1 : 0,
        },
        row.confirmed,
      );
      expect(typeof decision === "string" ? decision : decision.code).toBe(decided(row));
    }
  });
});
