import { relative } from 'node:path';
import type { Plugin } from 'vite';

const FORBIDDEN = /^(server|db|events|tests)\//;

/** Fails the build if the browser's module graph reaches a server folder. */
export function importBoundaries(): Plugin {
  let root = '';
  return {
    name: 'import-boundaries',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    configResolved(config) {
      root = config.root;
    },
    async resolveId(source, importer, options) {
      if (!importer) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      const path = found && relative(root, found.id.split('?')[0] ?? '');
      if (path && FORBIDDEN.test(path))
        this.error(`${relative(root, importer)} is for the browser and may not import ${path}`);
      return found;
    },
  };
}
