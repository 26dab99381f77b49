/**
 * The conversation of this user with this agent: one per browser, found again after a reload by the id that is
 * stored under `mao_embed_session_{agentId}` (second seed, 2.2 and 4.3). Only the id is stored.
 */
import { type Rest, RestError, isRecord } from "./rest.js";
import type { Storage } from "./storage.js";

/** What is known about the agent. */
export interface Agent {
  readonly name: string;
  readonly avatarUrl: string | undefined;
}

export interface Boot {
  readonly agent: Agent;
  readonly sessionId: number;
  /** Largest upload that the server takes, in MB. */
  readonly maxUploadMb: number;
}

const SESSION_TITLE = "网页助手";
const DEFAULT_UPLOAD_MB = 1024;
/** Business codes that say: this conversation is not there, or is not yours. */
const GONE_CODES = new Set([1002, 3002]);

export class SessionManager {
  readonly #key: string;

  readonly #rest: Rest;
  readonly #storage: Storage;
  readonly #agentId: number;

  constructor(rest: Rest, storage: Storage, agentId: number) {
    this.#rest = rest;
    this.#storage = storage;
    this.#agentId = agentId;
    this.#key = `mao_embed_session_${agentId}`;
  }

  /** Everything that is needed before the stream is opened. */
  async boot(): Promise<Boot> {
    const [agent, maxUploadMb] = await Promise.all([this.#agent(), this.#maxUploadMb()]);
    const sessionId = (await this.#stored()) ?? (await this.create());
    return { agent, sessionId, maxUploadMb };
  }

  /** Makes a new conversation and remembers it instead of the old one. */
  async create(): Promise<number> {
    const body = { agentId: this.#agentId, title: SESSION_TITLE, source: "embed" };
    const session = await this.#rest.call("POST", "/sessions", body);
    const id = idOf(session);
    if (id === undefined) {
      throw new RestError("POST /sessions: the answer has no session id", 200, 0);
    }
    this.#storage.set(this.#key, String(id));
    return id;
  }

  async #agent(): Promise<Agent> {
    const data = await this.#rest.call("GET", `/agents/${this.#agentId}`);
    const { name, avatarUrl } = isRecord(data) ? data : {};
    return {
      name: typeof name === "string" ? name.trim() : "",
      avatarUrl: typeof avatarUrl === "string" ? avatarUrl : undefined,
    };
  }

  async #maxUploadMb(): Promise<number> {
    try {
      const data = await this.#rest.call("GET", "/upload/config");
      const size = isRecord(data) ? data["maxSizeMb"] : undefined;
      return typeof size === "number" && size > 0 ? size : DEFAULT_UPLOAD_MB;
    } catch {
      return DEFAULT_UPLOAD_MB; // uploading is a side matter: the server checks its limit anyway
    }
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
