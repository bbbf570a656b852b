import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEnvironment } from '#server/environment.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'environment-'));

test('without a .env file the environment is as it is', () => {
  expect(readEnvironment({ PORT: '1' }, join(folder(), '.env'))).toEqual({ PORT: '1' });
});

test('a .env file adds what the environment lacks, and overrides nothing', () => {
  const file = join(folder(), '.env');
  writeFileSync(file, '# a comment\nPORT=2\nAPP_NAME="Oak Street # 1"\n');
  expect(readEnvironment({ PORT: '1' }, file)).toEqual({ PORT: '1', APP_NAME: 'Oak Street # 1' });
});
