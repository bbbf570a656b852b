import { describe, expect, test } from 'vitest';
import { SendingPage, accountMark, isSender } from '#server/web/rpc/sending-page.ts';
import { pageOwnerField, pageOwnerHeaders } from '#shared/account/page-owner.ts';

const ADA = { current: async () => ({ account: 'ada' }) };
const SIGNED_OUT = { current: async () => null };
const MARK = accountMark('ada');

function sent(signIn: typeof ADA | typeof SIGNED_OUT, mark?: string) {
  return SendingPage.of(new Headers(mark === undefined ? {} : pageOwnerHeaders(mark)), signIn);
}

describe('a page is another account’s', () => {
  test.each([
    ['its own account is signed in', ADA, MARK, false],
    ['no account is signed in', SIGNED_OUT, accountMark('ben'), false],
    ['it names no account', ADA, undefined, false],
    ['it names another than the one that is signed in', ADA, accountMark('ben'), true],
    ['its visitor knows of being signed out, and an account is signed in', ADA, '', true],
  ])('when %s: %4$s', async (_, signIn, mark, isOthers) => {
    expect(await sent(signIn, mark).isOthers()).toBe(isOthers);
  });
});

test('a page is of an account until its visitor knows of being signed out', () => {
  expect([sent(SIGNED_OUT, MARK), sent(SIGNED_OUT, ''), sent(SIGNED_OUT)].map((page) => page.isOfAccount)).toEqual([
    true,
    false,
    false,
  ]);
});

test('a posted form names its page in a field, which is deleted and counts more than a header', async () => {
  const form = new URLSearchParams([
    ['name', 'Ben'],
    [pageOwnerField(accountMark('ben')), ''],
  ]);
  expect(await sent(ADA, MARK).takeFrom(form).isOthers()).toBe(true);
  expect(form.toString()).toBe('name=Ben');
  expect(await sent(ADA, MARK).takeFrom(form).isOthers()).toBe(false);
});

test('a sender identifies its account alone; an invalid page mark has none', () => {
  const { sender } = sent(SIGNED_OUT, MARK);
  expect(sender).not.toBeNull();
  expect([isSender(sender ?? '', 'ada'), isSender(sender ?? '', 'ben')]).toEqual([true, false]);
  expect([sent(SIGNED_OUT), sent(SIGNED_OUT, ''), sent(SIGNED_OUT, 'Ada; path=/')].map((page) => page.sender)).toEqual([
    null,
    null,
    null,
  ]);
});
