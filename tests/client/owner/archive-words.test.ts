import { expect, test } from 'vitest';
import type { ArchiveLag } from '#shared/owner/archive.ts';
import { archiveLagWords } from '#client/owner/archive-words.ts';

const words = (lag: Partial<ArchiveLag>) =>
  archiveLagWords({ state: 'level', reason: null, events: 0, seconds: 0, ...lag });

test('the lag of the archive is said in events and time', () => {
  expect(words({})).toBe('The archive has all of it.');
  expect(words({ state: 'starting' })).toBe('The archive is being looked at.');
  expect(words({ events: 1, seconds: 1 })).toBe('The archive lacks 1 event, for 1 second.');
  expect(words({ state: 'behind', events: 1200, seconds: 300, reason: 'it is down' })).toBe(
    'The archive lacks 1,200 events, for 5 minutes: it is down.',
  );
  expect(words({ seconds: 10_800 })).toBe('The archive lacks the latest keys and passwords, for 3 hours.');
  expect(words({ state: 'refused', reason: 'only one may run' })).toBe('Nothing is archived: only one may run.');
  expect(words({ state: 'log-behind', reason: 'it has more' })).toBe('Nothing is archived: it has more.');
});
