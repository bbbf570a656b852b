import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders whose sources decide what the rows of projections contain. */
const SOURCE_FOLDERS = ['db', 'events', 'shared'];

/** Hash of the sources that decide what rows contain. `root` is the folder of the project. */
export function hashProjectionSources(root: string): string {
  const hash = createHash('sha256');
  for (const folder of SOURCE_FOLDERS) {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.ts')).toSorted())
      hash.update(`${folder}/${file}\n`).update(readFileSync(join(root, folder, file)));
  }
  return hash.digest('hex').slice(0, 8);
}

/** Set where the sources are bundled. */
declare const __PROJECTIONS_BUILD__: string | undefined;

/** Which sources computed a set of projections. If it has changed, the projections are rebuilt at startup. */
export const PROJECTIONS_BUILD =
  typeof __PROJECTIONS_BUILD__ === 'string'
    ? __PROJECTIONS_BUILD__
    : hashProjectionSources(join(import.meta.dirname, '../..'));
