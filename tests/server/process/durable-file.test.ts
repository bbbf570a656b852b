import type * as FileSystem from 'node:fs';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { writeDurably } from '#server/process/durable-file.ts';
import { localSecret } from '#server/process/secrets.ts';
import { tempFolder } from '../../temp-folder.ts';

/** What was asked of the disk, in order, by file name. */
const steps = vi.hoisted((): string[] => []);

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof FileSystem>();
  const names = new Map<number, string>();
  const named = (path: unknown) => basename(String(path)).replace(String(process.pid), 'own');
  return {
    ...fs,
    openSync(...args: Parameters<typeof fs.openSync>) {
      const file = fs.openSync(...args);
      names.set(file, named(args[0]));
      return file;
    },
    fsyncSync(file: number) {
      steps.push(`flush ${names.get(file)}`);
      fs.fsyncSync(file);
    },
    linkSync(...args: Parameters<typeof fs.linkSync>) {
      fs.linkSync(...args);
      steps.push(`${named(args[0])} becomes ${named(args[1])}`);
    },
    renameSync(...args: Parameters<typeof fs.renameSync>) {
      fs.renameSync(...args);
      steps.push(`${named(args[0])} becomes ${named(args[1])}`);
    },
  };
});

let folder: string;

beforeEach(() => {
  folder = tempFolder();
  steps.length = 0;
});

test('a secret is flushed before it gets its name, and its name before it is used', () => {
  localSecret(join(folder, 'cookie-secret'));
  expect(steps).toEqual([
    'flush cookie-secret.own',
    'cookie-secret.own becomes cookie-secret',
    `flush ${basename(folder)}`,
  ]);
});

test('a file is flushed, then replaced atomically', () => {
  const file = join(folder, 'clock.json');
  writeDurably(file, 'one');
  writeDurably(file, 'two');
  expect(readFileSync(file, 'utf8')).toBe('two');
  expect(steps.slice(3)).toEqual([
    'flush clock.json.own',
    'clock.json.own becomes clock.json',
    `flush ${basename(folder)}`,
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['clock.json']);
});
