import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const DOCUMENTS = ['README.md', ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })]
  .filter((file) => file.endsWith('.md'))
  .map((file) => (file === 'README.md' ? file : join('docs', file)));

test.each(DOCUMENTS)('%s names only commands that exist', (document) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = [...read(document).matchAll(/npm run ([a-z0-9:]+)/g)].map((match) => match[1]);
  expect(named.filter((name) => name === undefined || !(name in scripts))).toEqual([]);
});

test.each(DOCUMENTS)('%s names only files and folders that exist', (document) => {
  const text = read(document);
  const paths = Array.from(
    text.matchAll(/`((?:client|db|docs|events|server|shared|tests)\/[\w$./-]*)`/g),
    ([, path = '']) => path,
  );
  const links = Array.from(text.matchAll(/\]\((?!#|https?:)([^)#]+)[^)]*\)/g), ([, path = '']) =>
    join(dirname(document), path),
  );
  expect([...paths, ...links].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
}

test.each(DOCUMENTS)('%s links only to headings that exist', (document) => {
  const text = read(document);
  const anchors = new Set(Array.from(text.matchAll(/^#+ (.*)$/gm), ([, heading = '']) => anchorOf(heading)));
  const named = Array.from(text.matchAll(/\]\(#([^)]+)\)/g), ([, anchor = '']) => anchor);
  expect(named.filter((anchor) => !anchors.has(anchor))).toEqual([]);
});

test('the README has at most 4,000 characters', () => {
  expect(read('README.md').length).toBeLessThanOrEqual(4000);
});
