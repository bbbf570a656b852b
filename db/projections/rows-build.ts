import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders whose sources decide what the rows of projections contain. */
const ROOMS = ['db', 'events', 'shared'];

/** Hash of the sources that decide rows, in the folder of the whole project. */
export function hashRowSources(root: string): string {
  const hash = createHash('sha256');
  for (const room of ROOMS) {
    const files = readdirSync(join(root, room), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.ts')).toSorted())
      hash.update(`${room}/${file}\n`).update(readFileSync(join(root, room, file)));
  }
  return hash.digest('hex').slice(0, 8);
}

/** Set where the sources are bundled. */
declare const __ROWS_BUILD__: string | undefined;

/** Projections of another build have other rows. */
export const ROWS_BUILD =
  typeof __ROWS_BUILD__ === 'string' ? __ROWS_BUILD__ : hashRowSources(join(import.meta.dirname, '../..'));
