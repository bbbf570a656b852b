import { expect, test } from 'vitest';
import { failureOf, failureOfPosted, invalid } from '#client/account/forms/failure.tsx';
import { RpcError } from '#shared/calls/rpc-error.ts';

const posted = { form: 'signIn', notice: null, fields: {}, values: {} };

test.each([
  [1, 'Try again in 1 second.'],
  [27, 'Try again in 27 seconds.'],
  [91, 'Try again in 2 minutes.'],
])('a visitor who tries too often reads to wait %i seconds, with and without script', (retryAfter, text) => {
  const failure = failureOf(new RpcError({ status: 429, message: 'no', refusal: 'too-many', retryAfter }));
  expect(failure.wording?.text).toBe(text);
  expect(failureOfPosted({ ...posted, refusal: 'too-many', retryAfter })).toEqual(failure);
});

test('an error is shown beside its field', () => {
  const failure = invalid({ name: 'Enter your name.', email: 'Enter your email address.' });
  expect(failure).toEqual({ wording: null, fields: { name: 'Enter your name.', email: 'Enter your email address.' } });
});

test('a request without an answer does not claim that anything was refused', () => {
  expect(failureOf(new TypeError('Failed to fetch')).wording?.title).toBe('We couldn’t be reached');
});
