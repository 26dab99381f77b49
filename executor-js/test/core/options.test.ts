import { beforeEach, describe, expect, it, vi } from "vitest";
import { endpointsOf } from "../../src/core/endpoints.js";
import { settingsOf } from "../../src/core/options.js";

const good = { serverUrl: "https://mao.test", agentId: 3, getToken: () => "t" };
const warn = vi.spyOn(console, "warn");

beforeEach(() => {
  warn.mockReset();
});

describe("settingsOf", () => {
  it("fills in the defaults", () => {
    expect(settingsOf(good)).toMatchObject({
      position: "right",
      launcherVisible: true,
      locale: "zh",
      eager: false,
      level: undefined,
      allow: undefined,
      armingMs: 250,
    });
    expect(warn).not.toHaveBeenCalled();
  });

  it("takes what is given", () => {
    const allow = ["fill", "click"];
    expect(
      settingsOf({
        ...good,
        position: "left",
        launcher: { visible: false },
        locale: "en",
        theme: { primary: "#4f6ef7" },
        pageTools: { eager: true, level: "task", allow, armingMs: 0, settleQuietMs: 50, settleMaxMs: 500 },
      }),
    ).toMatchObject({
      position: "left",
      launcherVisible: false,
      locale: "en",
      primary: "#4f6ef7",
      eager: true,
      level: "task",
      allow,
      armingMs: 0,
      settleQuietMs: 50,
      settleMaxMs: 500,
    });
  });

  it.each([
    [undefined, /options must be an object, but it is missing/],
    [[], /options must be an object, but it is a list/],
    [{ ...good, serverUrl: undefined }, /serverUrl must be .* but it is missing/],
    [{ ...good, serverUrl: "mao.test" }, /serverUrl .*"mao\.test"/],
    [{ ...good, serverUrl: "javascript:alert(1)" }, /serverUrl/],
    [{ ...good, serverUrl: "ftp://mao.test" }, /serverUrl/],
    [{ ...good, serverUrl: "https://" }, /serverUrl/],
    [{ ...good, serverUrl: "https://mao.test/?a=1" }, /serverUrl/],
    [{ ...good, agentId: "3" }, /agentId must be a positive whole number, but it is "3"/],
    [{ ...good, agentId: 0 }, /agentId/],
    [{ ...good, agentId: 1.5 }, /agentId/],
    [{ ...good, getToken: "token" }, /getToken must be a function/],
    [{ ...good, context: {} }, /context must be a function/],
    [{ ...good, onEvent: 1 }, /onEvent/],
    [{ ...good, position: "top" }, /position must be one of "left", "right", but it is "top"/],
    [{ ...good, locale: "de" }, /locale/],
    [{ ...good, theme: "blue" }, /theme must be an object/],
    [{ ...good, theme: { primary: 1 } }, /theme\.primary/],
    [{ ...good, launcher: { visible: "no" } }, /launcher\.visible must be true or false/],
    [{ ...good, pageTools: { level: "all" } }, /pageTools\.level/],
    [{ ...good, pageTools: { allow: "fill" } }, /pageTools\.allow must be a list/],
    [{ ...good, pageTools: { allow: ["fill", "fly"] } }, /pageTools\.allow\[1\] .*"fly"/],
    [{ ...good, pageTools: { armingMs: -1 } }, /pageTools\.armingMs/],
    [{ ...good, pageTools: { armingMs: Number.NaN } }, /pageTools\.armingMs/],
  ])("refuses %j", (options, message) => {
    expect(() => settingsOf(options)).toThrow(TypeError);
    expect(() => settingsOf(options)).toThrow(message);
  });

  it("does not repeat a password that stands in the address", () => {
    expect(() => settingsOf({ ...good, serverUrl: "https://me:canary@mao.test" })).toThrow(
      /^(?!.*canary).*serverUrl/,
    );
  });

  it("warns about options that do not exist", () => {
    settingsOf({ ...good, token: "t", pageTools: { Eager: true } });
    expect(warn.mock.calls.map(([text]) => String(text))).toEqual([
      expect.stringContaining("no option token"),
      expect.stringContaining("no option pageTools.Eager"),
    ]);
  });
});

describe("endpointsOf", () => {
  it.each(["https://mao.test", "https://mao.test/", "https://mao.test/api", "https://mao.test/api/v1/"])(
    "finds both doors of %s",
    (serverUrl) => {
      expect(endpointsOf(serverUrl)).toEqual({
        rest: "https://mao.test/api/v1",
        stream: "wss://mao.test/api/ws/stream?client=embed",
      });
    },
  );

  it("keeps the path of a server below one, and plain http", () => {
    expect(endpointsOf("http://localhost:80/mao")).toEqual({
      rest: "http://localhost:80/mao/api/v1",
      stream: "ws://localhost:80/mao/api/ws/stream?client=embed",
    });
  });
});
