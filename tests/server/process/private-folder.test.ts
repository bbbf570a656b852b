import type * as FileSystem from 'node:fs';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makePrivate } from '#server/process/private-folder.ts';
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
