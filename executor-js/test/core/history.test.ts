import { describe, expect, it } from "vitest";
import { type Row, mergeHistory, rowsOf } from "../../src/core/history.js";
import { type Answer, type Message, type Said, textOf } from "../../src/core/messages.js";

let ids = 100;
const nextId = (): number => ++ids;

const user = (id: number, content: string): Row => ({ id, role: "USER", content, thinking: "" });
const assistant = (id: number, content: string): Row => ({ id, role: "ASSISTANT", content, thinking: "" });

function said(text: string, more: Partial<Said> = {}): Said {
  const id = nextId();
  return {
    ...{ kind: "said", id, eventId: `ev_${id}`, content: text, text, serverId: undefined, state: "sending" },
    ...more,
  } as Said;
}

function answer(text: string, more: Partial<Answer> = {}): Answer {
  const id = nextId();
  return {
    ...{ kind: "answer", id, serverId: undefined, parts: [{ kind: "text", id: nextId(), text }] },
    ...{ state: "streaming", torn: false },
    ...more,
  } as Answer;
}

const read = (messages: readonly Message[]): string[] =>
  messages.map((one) => (one.kind === "said" ? `U:${one.text}` : `A:${textOf(one)}`));

describe("rowsOf", () => {
  it("leaves out what has nothing to show", () => {
    const rows = rowsOf({
      messages: [
        { id: 1, role: "USER", content: "hi" },
        { id: 2, role: "ASSISTANT", content: "  \n", toolCalls: "[]" },
        { id: 3, role: "TOOL", content: "found" },
        { id: 4, role: "SYSTEM", content: "rules" },
        { id: 5, role: "ASSISTANT", content: "ok", thinkingContent: "hm" },
        { id: "6", role: "USER", content: "no id" },
        { id: 7, role: "USER" },
        null,
      ],
    });
    expect(rows).toEqual([user(1, "hi"), { ...assistant(5, "ok"), thinking: "hm" }]);
    expect(rowsOf(undefined)).toEqual([]);
    expect(rowsOf({ messages: "no" })).toEqual([]);
  });
});

describe("mergeHistory", () => {
  it("shows the history where nothing was shown", () => {
    const merged = mergeHistory([], [user(1, "hi"), assistant(2, "hello")], nextId);
    expect(read(merged)).toEqual(["U:hi", "A:hello"]);
    expect(merged).toMatchObject([
      { serverId: 1, state: "sent" },
      { serverId: 2, state: "done" },
    ]);
  });

  it("keeps the answer that is being written, and leaves out the stored pieces of it", () => {
    const live = answer("Looking it up. It is blue");
    const own = said("colour?");
    const merged = mergeHistory([own, live], [user(1, "colour?"), assistant(2, "Looking it up.")], nextId);
    expect(read(merged)).toEqual(["U:colour?", "A:Looking it up. It is blue"]);
    expect(merged[1]).toBe(live);
    expect(merged[0]).toMatchObject({ id: own.id, serverId: 1, state: "sent" });
  });

  it("leaves out nothing while the turn's own message is not stored", () => {
    const merged = mergeHistory(
      [said("again"), answer("It is blue")],
      [user(1, "colour?"), assistant(2, "It is blue")],
      nextId,
    );
    expect(read(merged)).toEqual(["U:colour?", "A:It is blue", "U:again", "A:It is blue"]);
  });

  it("gives what the server has in place of a copy that was confirmed or says the same", () => {
    const confirmed = said("one", { serverId: 1, state: "sent" });
    const same = said("two");
    const merged = mergeHistory([confirmed, same], [user(1, "one"), user(3, "two")], nextId);
    expect(merged.map(({ id, serverId }) => [id, serverId])).toEqual([
      [confirmed.id, 1],
      [same.id, 3],
    ]);
  });

  it("takes two messages with the same words for two", () => {
    const merged = mergeHistory(
      [said("ok", { serverId: 1, state: "sent" }), said("ok")],
      [user(1, "ok"), user(2, "ok"), user(3, "ok")],
      nextId,
    );
    expect(merged.map(({ serverId }) => serverId)).toEqual([1, 2, 3]);
  });

  it("keeps a finished answer with its tools, and gives up one that lacks some of what is stored", () => {
    const whole = answer("One. Two.", { state: "done" });
    const torn = answer("Thr", { state: "done", torn: true });
    const merged = mergeHistory(
      [said("a"), whole, said("b"), torn],
      [user(1, "a"), assistant(2, "One."), assistant(3, "Two."), user(4, "b"), assistant(5, "Three. Four.")],
      nextId,
    );
    expect(read(merged)).toEqual(["U:a", "A:One. Two.", "U:b", "A:Three. Four."]);
    expect(merged[1]).toBe(whole);
  });

  it("shows what was missed in its place", () => {
    const merged = mergeHistory(
      [said("a", { serverId: 1, state: "sent" }), said("c")],
      [user(1, "a"), assistant(2, "A"), user(3, "b"), assistant(4, "B"), user(5, "c")],
      nextId,
    );
    expect(read(merged)).toEqual(["U:a", "A:A", "U:b", "A:B", "U:c"]);
  });

  it("gives an answer to a message of another client to that message", () => {
    const live = answer("Because of");
    const merged = mergeHistory(
      [said("a", { serverId: 1, state: "sent" }), answer("A", { serverId: 2, state: "done" }), live],
      [user(1, "a"), assistant(2, "A"), user(3, "why?"), assistant(4, "Because")],
      nextId,
    );
    expect(read(merged)).toEqual(["U:a", "A:A", "U:why?", "A:Because of"]);
  });

  it("keeps what the history does not reach back to, and drops what is stored no more", () => {
    const merged = mergeHistory(
      [
        said("old", { serverId: 1, state: "sent" }),
        said("gone", { serverId: 4, state: "sent" }),
        said("kept", { serverId: 5, state: "sent" }),
      ],
      [user(3, "three"), user(5, "kept")],
      nextId,
    );
    expect(read(merged)).toEqual(["U:old", "U:three", "U:kept"]);
  });

  it("changes nothing when it is repeated", () => {
    const rows = [user(1, "a"), assistant(2, "One."), user(3, "b")];
    const once = mergeHistory([said("a"), answer("One. T")], rows, nextId);
    const twice = mergeHistory(once, rows, nextId);
    expect(twice.map(({ id }) => id)).toEqual(once.map(({ id }) => id));
  });

  it("shows the user's words without the page's block", () => {
    const content =
      "[页面上下文]\nurl: https://a.test/\ntitle: A\ndata: {}\n\n[用户选中文本]\nred\n\n---\n\nwhy?";
    const own = said("why?", { content });
    expect(mergeHistory([], [user(1, content)], nextId)).toMatchObject([{ text: "why?", quote: "red" }]);
    expect(mergeHistory([own], [user(1, content)], nextId).map(({ id }) => id)).toEqual([own.id]);
  });
});
