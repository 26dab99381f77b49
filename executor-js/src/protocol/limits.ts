/** Bounds on what is looked at before it is believed. harness/protocol/limits.go holds the same numbers. */

/** Largest frame, in bytes of UTF-8; the server takes no larger one either. */
export const MAX_FRAME_BYTES = 1_048_576;

/** Objects and arrays inside each other. A request needs five levels. */
export const MAX_DEPTH = 32;

/** Values (objects, arrays, scalars) in one frame. */
export const MAX_NODES = 100_000;

/** How long a request may run when it does not say so itself. */
export const DEFAULT_TIMEOUT_MS = 30_000;

/** How long `wait` waits when it says neither a time nor a condition. */
export const DEFAULT_WAIT_MS = 300;
