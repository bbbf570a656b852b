import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '../temp-folder.ts';
import { MAIN } from './server.ts';

const DIST = join(MAIN, '../..');

/** Copies the built product with another column in a projection, as a next release would have it. Returns its `main.js`. */
export function makeNextRelease(): string {
  const folder = tempFolder();
  const server = join(folder, 'dist/server');
  cpSync(join(DIST, 'server'), server, { recursive: true });
  symlinkSync(join(DIST, 'client'), join(folder, 'dist/client'));
  symlinkSync(join(DIST, '../node_modules'), join(folder, 'node_modules'));
  const file = join(server, 'server.cjs');
  const text = readFileSync(file, 'utf8');
  const [, build = ''] = /PROJECTIONS_BUILD = "([0-9a-f]{8})"/.exec(text) ?? [];
  const columns = 'columns: bookingColumns';
  if (build === '' || !text.includes(columns)) throw new Error('the build has no projection of bookings');
  const changed = text
    .replaceAll(`"${build}"`, '"0000next"')
    .replace(columns, 'columns: { ...bookingColumns, of_next_release: { sql: "TEXT" } }');
  writeFileSync(file, changed);
  return join(server, 'main.js');
}
