import { expect, test } from 'vitest';
import { failureOf, failureOfPosted, invalid, withoutField } from '#client/account/forms/failure.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';

const posted = { form: 'signIn', notice: null, fields: {}, values: {} };

test.each([
  'wrong-credentials',
  'link-ended',
  'address-taken',
  'last-admin',
  'not-found',
  'busy',
  'storage-down',
  'cannot-sign-in',
  'mail-just-sent',
  'not-signed-in',
  'other-account',
  'not-allowed',
] as const)('%s has its own text, the same with and without script', (refusal) => {
  const failure = failureOf(new RpcError({ status: 400, message: 'no', refusal }));
  expect(failure.wording).not.toBeNull();
  expect(failure).not.toEqual(failureOf(new RpcError({ status: 500, message: 'no', refusal: null })));
  expect(failureOfPosted({ ...posted, refusal })).toEqual(failure);
});

test.each([
  [1, 'Try again in 1 second.'],
  [27, 'Try again in 27 seconds.'],
  [91, 'Try again in 2 minutes.'],
])('a visitor who tries too often reads to wait %i seconds, with and without script', (retryAfter, text) => {
  const failure = failureOf(new RpcError({ status: 429, message: 'no', refusal: 'too-many', retryAfter }));
  expect(failure.wording?.text).toBe(text);
  expect(failureOfPosted({ ...posted, refusal: 'too-many', retryAfter })).toEqual(failure);
});

test('a visitor who requests a mail too soon after the last reads how long it takes, with and without script', () => {
  const said = { refusal: 'mail-just-sent', retryAfter: 119 } as const;
  const failure = failureOf(new RpcError({ status: 429, message: 'no', ...said }));
  expect(failure.wording?.text).toMatch(/just sent one.*Nothing was changed.*in 2 minutes, with your password\.$/);
  expect(Object.values(failure.wording ?? {}).join(' ')).not.toMatch(/too many|tries|you have/i);
  expect(failureOfPosted({ ...posted, ...said })).toEqual(failure);
});

test('an error is shown beside its field, and removed once the field is corrected', () => {
  const failure = invalid({ name: 'Enter your name.', email: 'Enter your email address.' });
  expect(failure).toEqual({ wording: null, fields: { name: 'Enter your name.', email: 'Enter your email address.' } });
  const rest = withoutField(failure, 'name');
  expect(rest?.fields).toEqual({ email: 'Enter your email address.' });
  expect(withoutField(rest, 'email')).toBeNull();
});

test('an error of a hidden field is shown above the form, beside those at the others', () => {
  expect(invalid({ token: 'Reset token is required' }).wording?.text).toBe('Reset token is required');
  const both = invalid({ date: 'Choose a day and time.', name: 'Enter your name.' });
  expect(both).toMatchObject({ wording: { text: 'Choose a day and time.' }, fields: { name: 'Enter your name.' } });
});

test('a request without an answer does not claim that anything was refused', () => {
  expect(failureOf(new TypeError('Failed to fetch')).wording?.title).toBe('We couldn’t be reached');
});

test('a page without a post shows no failure', () => {
  expect(failureOfPosted(null)).toBeNull();
  expect(failureOfPosted({ ...posted, refusal: null, notice: 'profile-saved' })).toBeNull();
});
