/**
 * Entry of the built product: sets how often memory is tidied up, has Node read compiled code from what the build left beside it, then starts
 * the site.
 */
import { enableCompileCache } from 'node:module';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

/** With less memory than this, in bytes, room counts for more than time. */
const ROOMY = 700e6;

/**
 * How much old objects may grow, in percent, before V8 looks through all of them. By its own measure it would do so after a tenth more,
 * every 250 pages, because so little is added between (`server/build/young-functions.ts`).
 */
function growth(): number {
  const limit = process.constrainedMemory();
  const room = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return room < ROOMY ? 20 : 200;
}

setFlagsFromString(`--heap-growing-percent=${growth()}`);

enableCompileCache({ directory: join(import.meta.dirname, 'compiled'), portable: true });
await import('./serve.ts');
