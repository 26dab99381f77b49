/** A place for small texts. The browser's own may be full, blocked or missing; then nothing is remembered. */
export interface Storage {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/** One of the browser's stores. Even to name it may throw, where cookies are blocked. */
export function browserStorage(store: () => globalThis.Storage): Storage {
  const quietly = <T>(use: () => T): T | undefined => {
    try {
      return use();
    } catch {
      return undefined;
    }
  };
  return {
    get: (key) => quietly(() => store().getItem(key)) ?? undefined,
    set: (key, value) => quietly(() => store().setItem(key, value)),
    remove: (key) => quietly(() => store().removeItem(key)),
  };
}
