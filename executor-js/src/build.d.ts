/** Filled in by the build. */
declare const __MAO_VERSION__: string;
