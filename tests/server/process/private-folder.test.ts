import type * as FileSystem from 'node:fs';
import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { FatalError } from '#db/fatal-error.ts';
import { makeFolder, makePrivate } from '#server/process/private-folder.ts';
import { tempFolder } from '../../temp-folder.ts';

/** Folders to treat as another user's, without access: tests may run as root, which has access. */
const closed = new Set<string>();

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof FileSystem>();
  const readdirSync = (path: string) => {
    if (closed.has(path)) throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
    return fs.readdirSync(path);
  };
  return { ...fs, readdirSync };
});

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('modes of folders and files that other users could access are narrowed at any depth, others stay', () => {
  const folder = tempFolder();
  const [log, box, mail, own] = ['halfday.db', 'mailbox', 'mailbox/1.json', 'own'].map((name) => join(folder, name));
  mkdirSync(box!);
  for (const file of [log!, mail!, own!]) writeFileSync(file, 'x');
  chmodSync(folder, 0o755);
  chmodSync(log!, 0o644);
  chmodSync(box!, 0o775);
  chmodSync(mail!, 0o666);
  chmodSync(own!, 0o600);
  expect(makePrivate(folder)).toEqual({ narrowed: 4, refused: [] });
  expect([folder, log!, box!, mail!, own!].map(modeOf)).toEqual(['700', '600', '700', '600', '600']);
  expect(makePrivate(folder)).toEqual({ narrowed: 0, refused: [] });
});

test('targets of links outside the folder are not touched', () => {
  const [folder, elsewhere] = [tempFolder(), tempFolder()];
  const file = join(elsewhere, 'shared');
  writeFileSync(file, 'x');
  chmodSync(file, 0o644);
  symlinkSync(elsewhere, join(folder, 'link'));
  makePrivate(folder);
  expect(modeOf(file)).toBe('644');
});

test('a folder of another user, such as the lost+found of a volume, is skipped', () => {
  const folder = tempFolder();
  const [found, log] = ['lost+found', 'halfday.db'].map((name) => join(folder, name));
  mkdirSync(found!, { mode: 0o700 });
  closed.add(found!);
  writeFileSync(log!, 'x');
  chmodSync(log!, 0o644);
  expect(makePrivate(folder)).toEqual({ narrowed: 1, refused: [] });
  expect(modeOf(log!)).toBe('600');
});

test('the error about a data folder that is a file says so', () => {
  const file = join(tempFolder(), 'data');
  writeFileSync(file, 'x');
  for (const path of [file, join(file, 'below')]) {
    expect(() => makeFolder(path)).toThrow(FatalError);
    expect(() => makeFolder(path)).toThrow(`Can't create the data folder ${path}: `);
  }
  expect(readFileSync(file, 'utf8')).toBe('x');
});
