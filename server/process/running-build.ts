interface Build {
  readonly version: string;
  readonly commit: string | null;
}

/** Set by Vite (`server/build/build-facts.ts`); undefined when Node runs the sources. */
declare const __BUILD__: Build | undefined;

export const RUNNING_BUILD: Build = typeof __BUILD__ === 'undefined' ? { version: 'unbuilt', commit: null } : __BUILD__;
