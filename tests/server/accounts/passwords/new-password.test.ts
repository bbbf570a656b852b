import { expect, test } from 'vitest';
import { HashingQueue, verifyPassword } from '#server/accounts/passwords/passwords.ts';
import { hashNewPassword } from '#server/accounts/passwords/new-password.ts';
import { Rejected } from '#shared/calls/refusals.ts';

const COST = { memory: 8, passes: 1, parallelism: 1 };
const GUESSABLE = 'PassWord123';
const NEW = { name: 'Ada Reyes', email: 'ada@example.com' };

function open() {
  const hashing = new HashingQueue(COST);
  const dependencies = { hashing, config: { appName: 'Halfday Handyman', setupToken: null } };
  return { hashing, hash: (password: string) => hashNewPassword(dependencies, { password, owner: () => NEW }) };
}

/** The refusal of a password; null when it was hashed. */
function refusalOf(hashed: Promise<string>): Promise<string | null> {
  return hashed.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Rejected) return error.refusal;
      throw error;
    },
  );
}

test('a new password is hashed unless it is easy to guess', async () => {
  const { hash } = open();
  expect(await verifyPassword('quiet otters paddle home', await hash('quiet otters paddle home'))).toBe(true);
  expect(await refusalOf(hash(GUESSABLE))).toBe('invalid');
  expect(await refusalOf(hash('ada reyes 1987'))).toBe('invalid');
});
