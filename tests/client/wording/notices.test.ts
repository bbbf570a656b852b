import { expect, test } from 'vitest';
import { noticeWords } from '#client/wording/notices.ts';
import { NOTICES } from '#shared/account/account.ts';

test('a notice about another account names it', () => {
  const words = NOTICES.filter((notice) => notice.startsWith('user-')).map((notice) => noticeWords(notice, 'Ben'));
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
