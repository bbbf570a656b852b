import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { envExample, settingsPage } from '#server/build/settings-docs.ts';

test.each([
  ['.env.example', envExample],
  ['docs/settings.md', settingsPage],
])('%s lists the settings as `npm run settings` writes it', (file, text) => {
  expect(readFileSync(join(import.meta.dirname, '../../..', file), 'utf8')).toBe(text());
});
