interface Build {
  readonly version: string;
  /** Null when it is unknown. */
  readonly commit: string | null;
}

/** Vite replaces it (`server/build/build-facts.ts`). It's undefined when Node runs the sources. */
declare const __BUILD__: Build | undefined;

/** The build that runs. */
export const RUNNING_BUILD: Build = typeof __BUILD__ === 'undefined' ? { version: 'unbuilt', commit: null } : __BUILD__;
