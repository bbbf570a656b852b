declare module 'virtual:router-manifest' {
  import type { ServerManifest } from '@tanstack/router-core';

  export const scripts: Readonly<Record<'start' | 'files' | 'measuring' | 'vitals', string>>;
  export const manifest: ServerManifest;
  export const styles: Readonly<Record<string, string>>;
}
