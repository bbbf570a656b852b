interface Build {
  readonly version: string;
  readonly commit: string | null;
}

/** Vite replaces it (`server/build/build-facts.ts`). Undefined when Node runs the sources. */
declare const __BUILD__: Build | undefined;

export const RUNNING_BUILD: Build = typeof __BUILD__ === 'undefined' ? { version: 'unbuilt', commit: null } : __BUILD__;
