import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEnvironment } from '#server/process/environment.ts';
import { tempFolder } from '../../temp-folder.ts';

test('without a .env file the environment is as it is', () => {
  expect(readEnvironment({ PORT: '1' }, join(tempFolder(), '.env'))).toEqual({ PORT: '1' });
});

test('a .env file adds what the environment lacks, and overrides nothing', () => {
  const file = join(tempFolder(), '.env');
  writeFileSync(file, '# a comment\nPORT=2\nAPP_NAME="Oak Street # 1"\n');
  expect(readEnvironment({ PORT: '1' }, file)).toEqual({ PORT: '1', APP_NAME: 'Oak Street # 1' });
});

test('the error about a .env that is a folder names it', () => {
  const file = join(tempFolder(), '.env');
  mkdirSync(file);
  expect(() => readEnvironment({}, file)).toThrow(`${file} is no file. Make it a file that can be read, or remove it.`);
});
