import { statSync } from 'node:fs';
import { join } from 'node:path';
import { MAIN } from './server.ts';

/** What `npm run build:binary` made. */
export const EXECUTABLE = join(MAIN, '../../halfday');

/** Throws if the executable is missing, or older than the build. */
export function assertBuilt(): void {
  const [built = 0, bundled = 0] = [EXECUTABLE, join(MAIN, '../server.cjs')].map(
    (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs,
  );
  if (built < bundled) throw new Error('dist/halfday is older than dist/server. Run `npm run build:binary`.');
}
