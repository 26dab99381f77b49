/**
 * A seal on what is stored, so that a text written by somebody else is told from ours. Each sealed thing has a key
 * of its own that WebCrypto keeps and never shows, in IndexedDB; breaking the seal throws that key away, and with it
 * every copy of the sealed text. A page without a secure context has no WebCrypto: nothing can be sealed there.
 *
 * It is no defence against a script of the same origin that opens this database and has the key sign for it, or that
 * replaces the SDK: nothing that runs in the page can be one. It does defend against a stored text alone, whether
 * written by hand, by another script, or put back after it was revoked.
 */
import type { Timers } from "../client/timers.js";

export interface Seal {
  /** A new seal on this text, made with a new key; undefined where that is not possible. */
  make(name: string, text: string): Promise<string | undefined>;
  /** True if the seal was made on this very text, and has not been broken since. */
  holds(name: string, text: string, seal: string): Promise<boolean>;
  /** No seal that was made under this name holds any more. */
  break(name: string): Promise<void>;
}

const DATABASE = "mao_embed";
const STORE = "seals";
/** How long the database may take, for a blocked one never answers: what the agent waits for, and what nobody does. */
const ASKED_MS = 2_000;
const KEPT_MS = 15_000;
const ALGORITHM = { name: "HMAC", hash: "SHA-256" } as const;
const encoder = new TextEncoder();

export function browserSeal(timers: Timers): Seal {
  const bounded = <T>(ms: number, work: () => Promise<T>): Promise<T | undefined> =>
    new Promise((resolve) => {
      const stop = timers.after(ms, () => resolve(undefined));
      new Promise<T>((run) => run(work()))
        .catch(() => undefined)
        .then(
          (value) => {
            stop();
            resolve(value);
          },
          () => undefined,
        );
    });
  return {
    make: (name, text) =>
      bounded(KEPT_MS, async () => {
        const { subtle } = crypto;
        const key = (await subtle.generateKey(ALGORITHM, false, ["sign", "verify"])) as CryptoKey;
        await inStore("readwrite", (store) => store.put(key, name));
        return toText(await subtle.sign(ALGORITHM.name, key, encoder.encode(text)));
      }),
    holds: async (name, text, seal) =>
      (await bounded(ASKED_MS, async () => {
        const key: unknown = await inStore("readonly", (store) => store.get(name) as IDBRequest<unknown>);
        return (
          key instanceof CryptoKey &&
          (await crypto.subtle.verify(ALGORITHM.name, key, fromText(seal), encoder.encode(text)))
        );
      })) ?? false,
    break: (name) =>
      bounded(KEPT_MS, async () => {
        await inStore("readwrite", (store) => store.delete(name));
      }),
  };
}

/** Runs one request in the store, in a connection of its own: an open one would block the page's own upgrades. */
async function inStore<T>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(STORE);
  };
  const database = await settled(opening);
  try {
    return await settled(use(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the database failed"));
  });
}

function toText(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}

function fromText(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
