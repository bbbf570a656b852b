import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE_FOLDERS = ['db', 'events', 'shared'];

export function hashProjectionSources(root: string): string {
  const hash = createHash('sha256');
  for (const folder of SOURCE_FOLDERS) {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.ts')).toSorted())
      hash.update(`${folder}/${file}\n`).update(readFileSync(join(root, folder, file)));
  }
  return hash.digest('hex').slice(0, 8);
}

declare const __PROJECTIONS_BUILD__: string | undefined;

/** If it has changed, the projections are rebuilt at startup. */
export const PROJECTIONS_BUILD =
  typeof __PROJECTIONS_BUILD__ === 'string'
    ? __PROJECTIONS_BUILD__
    : hashProjectionSources(join(import.meta.dirname, '../..'));
