/**
 * When the document goes, comes back, or notices that the network is there again.
 */
export interface LifecycleHandlers {
  /** The document goes, for good or into the back/forward cache. */
  leave(): void;
  /** It is back from the back/forward cache. */
  comeBack(): void;
  /** A good moment to connect again. */
  hurry(): void;
  /** Another document of this origin has changed what is stored. */
  storageChanged(): void;
}

/** Watches a window; the returned function ends that. */
export function watchLifecycle(view: Window, handlers: LifecycleHandlers): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  view.addEventListener("pagehide", () => handlers.leave(), { signal });
  view.addEventListener("pageshow", (event) => event.persisted && handlers.comeBack(), { signal });
  view.addEventListener("storage", () => handlers.storageChanged(), { signal });
  view.addEventListener("online", () => handlers.hurry(), { signal });
  view.document.addEventListener(
    "visibilitychange",
    () => view.document.visibilityState === "visible" && handlers.hurry(),
    { signal },
  );
  return () => watching.abort();
}
