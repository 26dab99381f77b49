import { describe, expectTypeOf, it } from "vitest";
import type * as Source from "../../src/index.js";
import type { ActionName, AuthorizationLevel } from "../../src/protocol/index.js";
import type * as Declared from "../../types/mao-chat.js";

/** The names of the fields, those that may be left out included. */
type Fields<T> = { readonly [K in keyof Required<T>]: true };

describe("the declarations that are handed out", () => {
  it("say what the source is", () => {
    expectTypeOf<Declared.ActionName>().toEqualTypeOf<ActionName>();
    expectTypeOf<Declared.AuthorizationLevel>().toEqualTypeOf<AuthorizationLevel>();
    expectTypeOf<Declared.MaoChatInstance>().toEqualTypeOf<Source.MaoChatInstance>();
    expectTypeOf<Declared.PageToolOptions>().toEqualTypeOf<Source.PageToolOptions>();
    expectTypeOf<Fields<Declared.InitOptions>>().toEqualTypeOf<Fields<Source.InitOptions>>();
    expectTypeOf<Fields<Declared.PageEvent>>().toEqualTypeOf<Fields<Source.PageEvent>>();
    expectTypeOf<Declared.InitOptions>().toExtend<Source.InitOptions>();
    expectTypeOf<Source.MaoChatEvent>().toExtend<Declared.MaoChatEvent>();
    expectTypeOf<typeof Source.version>().toEqualTypeOf<string>();
    expectTypeOf<Source.MaoChatEvent["type"]>().toEqualTypeOf<Declared.MaoChatEvent["type"]>();
  });
});
