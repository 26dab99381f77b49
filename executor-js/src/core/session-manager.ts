/**
 * The conversation of this user with this agent: one per browser, found again after a reload by the id that is
 * stored under `mao_embed_session_{agentId}` (second seed, 2.2 and 4.3). Only the id is stored.
 */
import { type Page, pageOf } from "./history.js";
import { type Rest, RestError, isRecord } from "./rest.js";
import type { Storage } from "./storage.js";
import type { Tabs } from "./tabs.js";

/** What is known about the agent. */
export interface Agent {
  readonly name: string;
  readonly avatarUrl: string | undefined;
}

export interface Boot {
  readonly agent: Agent;
  readonly sessionId: number;
  /** It was made just now: nothing is stored in it. */
  readonly isNew: boolean;
}

const SESSION_TITLE = "网页助手";
/** How many rounds of the conversation are read at once. */
const ROUNDS = 20;
/** Business codes that say: this conversation is not there, or is not yours. */
const GONE_CODES = new Set([1002, 3002]);

export class SessionManager {
  readonly #key: string;

  readonly #rest: Rest;
  readonly #storage: Storage;
  readonly #agentId: number;
  readonly #tabs: Pick<Tabs, "find" | "claim" | "failed">;

  constructor(rest: Rest, storage: Storage, agentId: number, tabs: Pick<Tabs, "find" | "claim" | "failed">) {
    this.#tabs = tabs;
    this.#rest = rest;
    this.#storage = storage;
    this.#agentId = agentId;
    this.#key = `mao_embed_session_${agentId}`;
  }

  /** Everything that is needed before the stream is opened. */
  async boot(): Promise<Boot> {
    const agent = this.#agent();
    agent.catch(() => undefined); // it is waited for below, whatever becomes of the session
    const found = await this.#stored();
    if (found !== undefined) {
      this.#tabs.claim(found);
      return { agent: await agent, sessionId: found, isNew: false };
    }
    await agent; // an agent that is not there gets no conversation
    const other = await this.#tabs.find();
    if (other !== undefined && (await this.#exists(other))) {
      this.#storage.set(this.#key, String(other));
      return { agent: await agent, sessionId: other, isNew: false };
    }
    return { agent: await agent, sessionId: await this.create(), isNew: true };
  }

  /** The last rounds of what is stored, or the last ones before a message. */
  async history(sessionId: number, before?: number): Promise<Page> {
    const older = before === undefined ? "" : `&beforeMessageId=${before}`;
    return pageOf(
      await this.#rest.call("GET", `/sessions/${sessionId}/messages?roundLimit=${ROUNDS}${older}`),
    );
  }

  /** Makes a new conversation and remembers it instead of the old one. */
  async create(): Promise<number> {
    const body = { agentId: this.#agentId, title: SESSION_TITLE, source: "embed" };
    try {
      const id = idOf(await this.#rest.call("POST", "/sessions", body));
      if (id === undefined) {
        throw new RestError("POST /sessions: the answer has no session id", 200, 0);
      }
      this.#storage.set(this.#key, String(id));
      this.#tabs.claim(id);
      return id;
    } catch (error) {
      this.#tabs.failed();
      throw error;
    }
  }

  async #agent(): Promise<Agent> {
    const data = await this.#rest.call("GET", `/agents/${this.#agentId}`);
    const { name, avatarUrl } = isRecord(data) ? data : {};
    return {
      name: typeof name === "string" ? name.trim() : "",
      avatarUrl: typeof avatarUrl === "string" ? avatarUrl : undefined,
    };
  }

  /** The stored conversation if it still is this user's with this agent; forgotten if it is gone. */
  async #stored(): Promise<number | undefined> {
    const text = this.#storage.get(this.#key);
    if (text === undefined) {
      return undefined;
    }
    const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isSafeInteger(id) && (await this.#exists(id))) {
      return id;
    }
    this.#storage.remove(this.#key);
    return undefined;
  }

  async #exists(id: number): Promise<boolean> {
    try {
      const session = await this.#rest.call("GET", `/sessions/${id}`);
      const owner = isRecord(session) ? session["agentId"] : undefined;
      return idOf(session) === id && (owner === undefined || owner === this.#agentId);
    } catch (error) {
      if (
        error instanceof RestError &&
        (GONE_CODES.has(error.code) || error.status === 403 || error.status === 404)
      ) {
        return false;
      }
      throw error;
    }
  }
}

function idOf(session: unknown): number | undefined {
  const id = isRecord(session) ? session["id"] : undefined;
  return typeof id === "number" && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
