/**
 * Entry of the built product: sets how often memory is tidied up, has Node read compiled code from what the build left beside it, then starts
 * the site.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

/**
 * Old objects may grow to three times their size before V8 looks through all of them. By its own measure it would do so after a tenth
 * more, every 250 pages, because so little is added between (`server/build/young-functions.ts`).
 */
setFlagsFromString('--heap-growing-percent=200');

enableCompileCache({ directory: join(import.meta.dirname, 'compiled'), portable: true });
await import('./serve.ts');
