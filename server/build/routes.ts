/** Writes `client/routeTree.gen.ts` from the files of `client/routes`, as the build does. */
import { join } from 'node:path';
import { Generator, getConfig } from '@tanstack/router-generator';

const root = join(import.meta.dirname, '../..');
await new Generator({ config: getConfig({}, root), root }).run();
