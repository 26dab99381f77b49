import type { Seal } from "../../src/core/seal.js";

/** A REST server as far as the SDK can tell: answers by method and path, and a list of what was asked. */
export type Answer = {
  readonly status?: number;
  readonly code?: number;
  readonly data?: unknown;
  readonly text?: string;
};

export class FakeServer {
  readonly calls: { readonly call: string; readonly token: string; readonly body: unknown }[] = [];
  private readonly answers = new Map<string, (Answer | (() => Answer | Promise<Answer>))[]>();

  /** What `GET /path` and the like give; the last answer is repeated. */
  on(call: string, ...answers: (Answer | (() => Answer | Promise<Answer>))[]): this {
    this.answers.set(call, answers);
    return this;
  }

  /** How often something was called. */
  count(call: string): number {
    return this.calls.filter((one) => one.call === call).length;
  }

  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input));
    const call = `${init.method ?? "GET"} ${url.pathname.replace(/^\/api\/v1/, "")}`;
    const headers = init.headers as Record<string, string>;
    this.calls.push({
      call,
      token: headers["Authorization"] ?? "",
      body: typeof init.body === "string" ? (JSON.parse(init.body) as unknown) : undefined,
    });
    const list = this.answers.get(call);
    const next = list !== undefined && list.length > 1 ? list.shift() : list?.[0];
    const answer = typeof next === "function" ? await next() : next;
    if (answer === undefined) {
      throw new TypeError(`no answer for ${call}`);
    }
    const { status = 200, code = 0, data, text } = answer;
    return new Response(text ?? JSON.stringify({ code, message: `code ${code}`, data }), { status });
  };
}

/** A server that lets an SDK boot into session 11. */
export function bootable(): FakeServer {
  return new FakeServer()
    .on("GET /agents/3", { data: { id: 3, name: "Helper", avatarUrl: null } })
    .on("GET /sessions/11/messages", { data: { messages: [], hasMore: false, nextBeforeMessageId: null } })
    .on("POST /sessions", { data: { id: 11, agentId: 3 } });
}

/** Storage in memory. */
export class FakeStorage {
  readonly values = new Map<string, string>();
  get(key: string): string | undefined {
    return this.values.get(key);
  }
  set(key: string, value: string): void {
    this.values.set(key, value);
  }
  remove(key: string): void {
    this.values.delete(key);
  }
}

/** A seal without cryptography: it holds for the text that it was made for, until it is broken. */
export class FakeSeal implements Seal {
  readonly #made = new Map<string, string>();
  possible = true;
  #count = 0;

  async make(name: string, text: string): Promise<string | undefined> {
    await Promise.resolve();
    if (!this.possible) {
      return undefined;
    }
    const seal = `seal ${++this.#count}`;
    this.#made.set(name, `${seal} ${text}`);
    return seal;
  }

  async holds(name: string, text: string, seal: string): Promise<boolean> {
    await Promise.resolve();
    return this.#made.get(name) === `${seal} ${text}`;
  }

  async break(name: string): Promise<void> {
    await Promise.resolve();
    this.#made.delete(name);
  }
}
