import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildFacts } from '#server/build/build-facts.ts';
import { tempFolder } from '../../temp-folder.ts';

function repository(): string {
  const folder = tempFolder();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
  git('init');
  writeFileSync(join(folder, 'package.json'), '{ "version": "1.2.3" }');
  git('add', '.');
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '-m', 'One');
  return folder;
}

test('a build names its version, its commit, and whether the sources were changed since', () => {
  const folder = repository();
  const clean = buildFacts(folder, {});
  expect(clean).toEqual({ version: '1.2.3', commit: expect.stringMatching(/^[0-9a-f]{8}$/) });
  writeFileSync(join(folder, 'package.json'), '{ "version": "1.2.4" }');
  expect(buildFacts(folder, {})).toEqual({ version: '1.2.4', commit: `${clean.commit}-dirty` });
});

test('where the build has no repository, the variable COMMIT names the commit', () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'package.json'), '{ "version": "1.2.3" }');
  expect(buildFacts(folder, { COMMIT: 'b65ba249' }).commit).toBe('b65ba249');
  expect(buildFacts(folder, {}).commit).toBeNull();
});
