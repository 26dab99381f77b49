/**
 * The stored part of a conversation, and how it is joined with what is already on screen (second seed, 4.2): after an
 * outage the history tells what was missed, and nothing that is shown is lost or stands there twice.
 */
import { withoutPrefix } from "../context/collector.js";
import { type Answer, type Message, type Part, type Said, textOf } from "./messages.js";
import { isRecord } from "./rest.js";

/** A stored message that has something to show. */
export interface Row {
  readonly id: number;
  readonly role: "USER" | "ASSISTANT";
  readonly content: string;
  readonly thinking: string;
}

/** A part of the stored conversation, oldest first. */
export interface Page {
  readonly rows: readonly Row[];
  /** Undefined where that was the beginning. */
  readonly older: Older | undefined;
}

/** What was said before the oldest message that is here. */
export interface Older {
  /** Asks the server for it. */
  readonly before: number;
  readonly state: "there" | "loading" | "failed";
}

/** Reads what `GET /messages` gives. */
export function pageOf(data: unknown): Page {
  const { hasMore, nextBeforeMessageId: id } = isRecord(data) ? data : {};
  const hasOlder = hasMore === true && typeof id === "number" && Number.isSafeInteger(id) && id > 0;
  return { rows: rowsOf(data), older: hasOlder ? { before: id, state: "there" } : undefined };
}

/** The rows that have something to show. Tools' rows and answers without text are nothing to show. */
export function rowsOf(data: unknown): Row[] {
  const list = isRecord(data) && Array.isArray(data["messages"]) ? (data["messages"] as unknown[]) : [];
  const rows: Row[] = [];
  for (const one of list) {
    if (!isRecord(one) || typeof one["id"] !== "number" || typeof one["content"] !== "string") {
      continue;
    }
    const { id, role, content, thinkingContent } = one;
    if (role === "USER" || (role === "ASSISTANT" && (content as string).trim() !== "")) {
      const thinking = role === "ASSISTANT" && typeof thinkingContent === "string" ? thinkingContent : "";
      rows.push({ id: id as number, role, content: content as string, thinking });
    }
  }
  return rows;
}

/**
 * Joins the history with what is shown. Local copies of what is stored give way to it, but keep their id and so their
 * place on screen. A live answer stays the very object that it is, with its tools, and the stored pieces of it (the
 * server stores one for each round of tools) are left out; only an answer that is over and lacks some of what is
 * stored gives way. What the server does not have yet, and what its answer does not reach back to, stays.
 */
export function mergeHistory(
  local: readonly Message[],
  rows: readonly Row[],
  nextId: () => number,
): Message[] {
  const turns = turnsOf(rows);
  const oldest = rows[0]?.id ?? 0;
  const left = new Set(local);
  const merged: Message[] = [];
  const take = <T extends Message>(message: T): T => {
    left.delete(message);
    return message;
  };
  for (const message of local) {
    if (message.serverId !== undefined && message.serverId < oldest) {
      merged.push(take(message));
    }
  }
  const said = matchSaid(local, turns);
  const live = matchLive(local, turns, said);
  for (const turn of turns) {
    if (turn.user !== undefined) {
      const own = said.get(turn);
      merged.push(own === undefined ? newSaid(turn.user, nextId()) : confirmed(take(own), turn.user));
    }
    const shown = (live.get(turn) ?? []).filter(
      (one) => one.state === "streaming" || turn.answers.every((row) => holds(one, row)),
    );
    live.get(turn)?.forEach(take);
    for (const row of turn.answers) {
      const copy = local.find((one): one is Answer => one.kind === "answer" && one.serverId === row.id);
      if (copy !== undefined) {
        take(copy);
      }
      if (!shown.some((one) => holds(one, row))) {
        merged.push(copy ?? newAnswer(row, nextId));
      }
    }
    merged.push(...shown);
  }
  // What the server does not have any more goes; what it has not stored yet, or only since, comes last.
  const newest = rows.at(-1)?.id ?? 0;
  return [...merged, ...[...left].filter((one) => one.serverId === undefined || one.serverId > newest)];
}

/**
 * The local messages that a page of the history is to be joined with, and whether they begin before it does. Where
 * more was missed than the page holds, what is older goes: it can be read again, and a gap would not be seen.
 */
export function olderThan(
  { rows, older }: Page,
  local: readonly Message[],
): { readonly local: readonly Message[]; readonly isAhead: boolean } {
  const oldest = rows[0]?.id ?? 0;
  const ids = local.flatMap(({ serverId }) => (serverId === undefined ? [] : [serverId]));
  const isAhead = ids.some((id) => id < oldest);
  return isAhead && older !== undefined && !ids.some((id) => id >= oldest)
    ? { local: local.filter(({ serverId }) => serverId === undefined), isAhead: false }
    : { local, isAhead };
}

interface Turn {
  readonly user: Row | undefined;
  readonly answers: Row[];
}

/** The rows, parted where the user speaks. */
function turnsOf(rows: readonly Row[]): Turn[] {
  const turns: Turn[] = [];
  for (const row of rows) {
    const last = turns.at(-1);
    if (row.role === "USER") {
      turns.push({ user: row, answers: [] });
    } else if (last === undefined) {
      turns.push({ user: undefined, answers: [row] });
    } else {
      last.answers.push(row);
    }
  }
  return turns;
}

/** Which local message is which stored one: by the server's id, then by what it says. */
function matchSaid(local: readonly Message[], turns: readonly Turn[]): Map<Turn, Said> {
  const found = new Map<Turn, Said>();
  const isSaid = (one: Message): one is Said => one.kind === "said";
  for (const one of local.filter(isSaid)) {
    const turn = turns.find(({ user }) => user !== undefined && user.id === one.serverId);
    if (turn !== undefined) {
      found.set(turn, one);
    }
  }
  for (const one of local.filter(isSaid)) {
    if (one.serverId === undefined) {
      const turn = turns.find((at) => !found.has(at) && at.user?.content.trim() === one.content.trim());
      if (turn !== undefined) {
        found.set(turn, one);
      }
    }
  }
  return found;
}

/** Which turn each live answer belongs to. One that is not in the history yet is not in the result. */
function matchLive(
  local: readonly Message[],
  turns: readonly Turn[],
  said: ReadonlyMap<Turn, Said>,
): Map<Turn, Answer[]> {
  const found = new Map<Turn, Answer[]>();
  let turn: Turn | undefined;
  for (const one of local) {
    if (one.kind === "said") {
      turn = turns.find((at) => said.get(at) === one);
      continue;
    }
    if (one.serverId !== undefined) {
      turn = turns.find((at) => at.answers.some((row) => row.id === one.serverId)) ?? turn;
      continue;
    }
    // A turn that another client began has no message of the user here.
    const last = turns.at(-1);
    const isForeign = one === local.at(-1) && turn !== undefined && last !== turn && !said.has(last as Turn);
    const at = isForeign && !turn?.answers.some((row) => holds(one, row)) ? last : turn;
    if (at !== undefined) {
      found.set(at, [...(found.get(at) ?? []), one]);
    }
  }
  return found;
}

/** True when the stored piece stands in the answer, however its white space was stored. */
function holds(answer: Answer, row: Row): boolean {
  return squeeze(textOf(answer)).includes(squeeze(row.content));
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, "");
}

function confirmed(own: Said, row: Row): Said {
  own.serverId = row.id;
  own.state = "sent";
  return own;
}

function newSaid(row: Row, id: number): Said {
  const { text, quote } = withoutPrefix(row.content);
  return {
    kind: "said",
    id,
    eventId: "",
    content: row.content,
    text,
    quote,
    serverId: row.id,
    state: "sent",
  };
}

function newAnswer(row: Row, nextId: () => number): Answer {
  const parts: Part[] = [{ kind: "text", id: nextId(), text: row.content }];
  if (row.thinking.trim() !== "") {
    parts.unshift({ kind: "thought", id: nextId(), text: row.thinking, open: false });
  }
  return { kind: "answer", id: nextId(), serverId: row.id, parts, state: "done", torn: false };
}
