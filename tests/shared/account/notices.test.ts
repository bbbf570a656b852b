import { expect, test } from 'vitest';
import { NOTICE_WORDS, type Notice, noticeWords } from '#shared/account/notices.ts';

test('a notice about another account names it', () => {
  const names = (Object.keys(NOTICE_WORDS) as Notice[]).filter((name) => name.startsWith('user-'));
  const words = names.map((name) => noticeWords(name, 'Ben'));
  expect(words).toEqual([
    'Ben is an admin now.',
    'Ben is a regular user now.',
    'Ben is disabled: signed out and kept out.',
    'Ben can sign in again.',
    'A confirmation email is on its way to Ben.',
    'We emailed Ben less than two minutes ago, so we didn’t send it again.',
    'Ben has already confirmed the address. No email was sent.',
    'Ben is signed out everywhere.',
  ]);
});
