/** Entry of the built product: has Node read compiled code from what the build left beside it, then starts the site. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache({ directory: join(import.meta.dirname, 'compiled'), portable: true });
await import('./serve.ts');
