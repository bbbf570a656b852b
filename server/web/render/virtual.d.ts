declare module 'virtual:router-manifest' {
  import type { ServerManifest } from '@tanstack/router-core';

  /** Addresses of the first script and of those that it loads; `files` is a list of the app's, with spaces. */
  export const scripts: Readonly<Record<'start' | 'files' | 'measuring' | 'vitals', string>>;
  export const manifest: ServerManifest;
  /** The text of the root route's style sheets by address; empty in development. */
  export const styles: Readonly<Record<string, string>>;
}
