import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '#db/open-store.ts';
import { NOW } from '../events/facts.ts';
import { expect, onTestFinished, test } from 'vitest';
import { FolderInUse } from '#db/engine/sqlite/writer-lock.ts';
import { hold } from './changes.ts';
import { openIn } from './folder.ts';
import { tempFolder } from '../temp-folder.ts';

test('a second store on the same folder is refused', async () => {
  const { folder, close } = openIn();
  expect(() => openIn(folder)).toThrow(FolderInUse);
  expect(() => openIn(folder)).toThrow(`Another process is writing to ${folder}. Stop that one first`);
  await close();
  openIn(folder);
});

/** Another process with a store on the folder, open until it is killed. */
async function processIn(folder: string) {
  const program = `
    const { openStore } = await import('#db/open-store.ts');
    await openStore({ folder: process.argv[1], now: () => 0 });
    process.stdout.write('open');
    process.stdin.resume();
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

test('a folder that another process writes to is refused, and free again once that process is killed', async () => {
  const folder = tempFolder();
  const child = await processIn(folder);
  expect(() => openIn(folder)).toThrow(FolderInUse);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const { store } = openIn(folder);
  await store.change(hold('b1'));
});

test('only the user of the process can read the data folder', async () => {
  const folder = join(tempFolder(), 'made');
  await (await openStore({ folder, now: () => NOW })).close();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('a query cannot write', async () => {
  const { store } = openIn();
  const write = store.db.insertInto('addresses').values({ address: 'a@example.com', account: 'a1' }).execute();
  await expect(write).rejects.toThrow('readonly');
});
