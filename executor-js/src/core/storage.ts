/** A place for small texts. The browser's own may be full, blocked or missing; then nothing is remembered. */
export interface Storage {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  remove(key: string): void;
}

const prototype = typeof globalThis.Storage === "undefined" ? undefined : globalThis.Storage.prototype;
const pristine = prototype && {
  get: prototype.getItem,
  set: prototype.setItem,
  remove: prototype.removeItem,
};

/**
 * One of the browser's stores. Even to name it may throw, where cookies are blocked. Its methods are those of the
 * time when the script was loaded: a page that wraps them later does not see or bend what is kept.
 */
export function browserStorage(store: () => globalThis.Storage): Storage {
  const quietly = <T>(use: () => T): T | undefined => {
    try {
      return use();
    } catch {
      return undefined;
    }
  };
  return {
    get: (key) => quietly(() => call(store(), "get", key) as string | null) ?? undefined,
    set: (key, value) => void quietly(() => call(store(), "set", key, value)),
    remove: (key) => void quietly(() => call(store(), "remove", key)),
  };
}

function call(store: globalThis.Storage, method: "get" | "set" | "remove", ...args: string[]): unknown {
  return pristine && Reflect.apply(pristine[method], store, args);
}
