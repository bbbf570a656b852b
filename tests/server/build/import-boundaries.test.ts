import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importBoundaries } from '#server/build/import-boundaries.ts';

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'halfday-imports-'));
  for (const folder of ['client', 'shared', 'server', 'db', 'events']) {
    await mkdir(join(root, folder));
    await writeFile(join(root, folder, 'thing.ts'), `export const thing = '${folder}';`);
  }
});

afterAll(() => rm(root, { recursive: true }));

async function buildEntry(code: string) {
  const entry = join(root, 'client/entry.ts');
  await writeFile(entry, code);
  return build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [importBoundaries()],
    build: { write: false, rolldownOptions: { input: entry } },
  });
}

test('the browser may import shared modules', async () => {
  const building = buildEntry(`import { thing } from '../shared/thing.ts'; console.log(thing);`);
  await expect(building).resolves.toBeDefined();
});

test.each(['server', 'db', 'events'])('a build in which the browser reaches %s fails and says where', async (room) => {
  const building = buildEntry(`import { thing } from '../${room}/thing.ts'; console.log(thing);`);
  await expect(building).rejects.toThrow(`client/entry.ts is for the browser and may not import ${room}/thing.ts`);
});

test('so does a build with such a module loaded later', async () => {
  const building = buildEntry(`void import('../db/thing.ts').then(console.log);`);
  await expect(building).rejects.toThrow('may not import db/thing.ts');
});
