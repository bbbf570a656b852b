declare module 'virtual:router-manifest' {
  import type { ServerManifest } from '@tanstack/router-core';

  const manifest: ServerManifest;
  export default manifest;
}
