/**
 * Full authorization as it outlasts a page (seed 3.3; PROTOCOL.md, authorization): one entry in `localStorage`, whose
 * key names everything that the grant depends on. It holds no token and nothing about the user but the id.
 */
import type { ActionName } from "../protocol/index.js";
import { decode, encode } from "../client/json.js";
import { isRecord } from "./rest.js";
import type { Seal } from "./seal.js";
import type { Storage } from "./storage.js";

/** What a grant depends on. If any of it differs, it is not granted. */
export interface GrantScope {
  readonly serverUrl: string;
  readonly userId: number;
  readonly origin: string;
  readonly agentId: number;
  /** The host's range of actions; undefined is all of them. */
  readonly allow: readonly ActionName[] | undefined;
}

/** What `full` means. A version that means more makes every older grant void. */
const VERSION = 1;

/** The one key that this grant is stored under. */
export function grantKey({ serverUrl, userId, origin, agentId, allow }: GrantScope): string {
  const range = allow === undefined ? "all" : [...new Set(allow)].sort().join("+") || "none";
  const parts = [serverUrl, String(userId), origin, String(agentId), range, `v${VERSION}`];
  return `mao_embed_page_authorization:${parts.map(encodeURIComponent).join(":")}`;
}

export class Grants {
  readonly #storage: Storage;
  readonly #seal: Seal;
  readonly #clock: () => number;
  /** Seals are made and broken in the order in which that was wanted. */
  #work: Promise<unknown> = Promise.resolve();

  constructor(storage: Storage, seal: Seal, clock: () => number) {
    this.#storage = storage;
    this.#seal = seal;
    this.#clock = clock;
  }

  /** True if the user has granted this, here, and has not taken it back. */
  async holds(key: string): Promise<boolean> {
    const entry = this.#read(key);
    return entry !== undefined && (await this.#seal.holds(key, signed(key, entry.at), entry.seal));
  }

  /** Stores the grant; false where it cannot be kept safely, and then it is not kept. */
  keep(key: string): Promise<boolean> {
    return this.#next(async () => {
      const at = this.#clock();
      const seal = await this.#seal.make(key, signed(key, at));
      if (seal === undefined) {
        return false;
      }
      this.#storage.set(key, encode({ level: "full", at, seal }));
      return this.has(key);
    });
  }

  /** Takes the grant back, in every tab, and for good: a copy of it does not hold either. */
  forget(key: string): void {
    this.#storage.remove(key);
    void this.#next(() => this.#seal.break(key));
  }

  /** True while the entry stands; another tab, the user or the page may have removed it. Says nothing about its seal. */
  has(key: string): boolean {
    return this.#read(key) !== undefined;
  }

  #next<T>(run: () => Promise<T>): Promise<T> {
    const result = this.#work.then(run);
    this.#work = result.catch(() => undefined);
    return result;
  }

  #read(key: string): { readonly at: number; readonly seal: string } | undefined {
    const text = this.#storage.get(key);
    try {
      const entry = text === undefined ? undefined : decode(text);
      if (isRecord(entry) && entry["level"] === "full") {
        const { at, seal } = entry;
        return typeof at === "number" && typeof seal === "string" ? { at, seal } : undefined;
      }
    } catch {
      // Not ours.
    }
    return undefined;
  }
}

function signed(key: string, at: number): string {
  return `${key}\nfull\n${at}`;
}
