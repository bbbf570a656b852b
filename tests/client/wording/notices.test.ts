import { expect, test } from 'vitest';
import { noticeTone, noticeWords } from '#client/wording/notices.ts';
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

test('a notice about another account is not worded as about the user’s own', () => {
  const words = NOTICES.filter((notice) => notice.startsWith('other-')).map((notice) => noticeWords(notice, 'b@x.io'));
  expect(words.filter((each) => !each.includes('b@x.io') || /your/i.test(each))).toEqual([
    'You’re signed out on every other device.',
  ]);
});

test('every notice has its own text, also without a name', () => {
  const words = NOTICES.map((notice) => noticeWords(notice));
  expect(new Set(words).size).toBe(NOTICES.length);
  expect(words.filter((each) => !/^[A-Z].*\.$/s.test(each) || each.includes('undefined'))).toEqual([]);
});

test('a notice that nothing was done does not look like success', () => {
  expect([noticeTone('user-sent-link'), noticeTone('user-just-sent-link')]).toEqual(['done', 'info']);
});
