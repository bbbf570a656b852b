declare module 'virtual:router-manifest' {
  import type { ServerManifest } from '@tanstack/router-core';

  export const scripts: Readonly<Record<'start' | 'files' | 'measuring' | 'vitals', string>>;
  export const manifest: ServerManifest;
  /** By address. Empty in development, where documents have the app's. */
  export const documentStyles: Readonly<Record<string, string>>;
}
