import { describe, expect, test } from 'vitest';
import { isGuessablePassword } from '#server/accounts/passwords/new-password.ts';
import { COST, hashPassword, isOutdated, verifyPassword } from '#server/accounts/passwords/passwords.ts';

const CHEAP = { memory: 64, passes: 1, parallelism: 1 };

describe('a hash', () => {
  test('names its parameters: argon2id at the cost that OWASP recommends, with its own salt', async () => {
    const [one, two] = await Promise.all([hashPassword('quiet otters', COST), hashPassword('quiet otters', COST)]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(two);
    expect(isOutdated(one, COST)).toBe(false);
    expect(isOutdated(await hashPassword('quiet otters', CHEAP), COST)).toBe(true);
  });

  test('matches its password alone, at any cost', async () => {
    const hash = await hashPassword('quiet otters', CHEAP);
    expect(await verifyPassword('quiet otters', hash)).toBe(true);
    expect(await verifyPassword('Quiet otters', hash)).toBe(false);
    expect(await verifyPassword('quiet otters ', hash)).toBe(false);
  });

  test('matches the same characters in any Unicode composition', async () => {
    const hash = await hashPassword('caf\u00e9 at noon', CHEAP);
    expect(await verifyPassword('cafe\u0301 at noon', hash)).toBe(true);
  });

  test.each(['', 'plain', '$argon2i$v=19$m=64,t=1,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8'])(
    '%j is invalid: it is an error, not a wrong password',
    async (hash) => {
      await expect(verifyPassword('x', hash)).rejects.toThrow('cannot be read');
    },
  );
});

const ADA = { name: 'Ada B. Reyes', email: 'ada.reyes@example.com', business: 'Halfday Handyman' };

describe('among the passwords that are tried first', () => {
  test.each([
    'password12',
    'PassWord1234',
    'trustno1234',
    'Trustno1!!',
    'dragon2025!',
    'sunshine123456',
    'iloveyou 2026',
    '0000000000',
    'aaaaaaaaaa',
    ' '.repeat(10),
    'ababababab',
    'abcabcabcabc',
    'passwordpassword',
    'dragon1dragon1',
    '1234567890',
    '0987654321',
    '12345678901234567890',
    'qwertyuiop',
    'QwertyuiopAsdf',
    'abcdefghij',
    '1qaz2wsx3edc',
    'ada.reyes@example.com',
    'ADA.REYES@example.com1',
    'Ada B. Reyes',
    'adareyes1987',
    'reyes-ada-reyes',
    'Halfday Handyman',
    'halfdayhandyman1',
    'handyman2026!',
  ])('is %j', async (password) => {
    expect(await isGuessablePassword(password, ADA)).toBe(true);
  });

  test.each([
    'quiet otters paddle home',
    'Tr0mb0ne-umbrella',
    'dragon 83 71 94 25 60',
    'ada likes quiet otters',
    '',
    'the password of Ada Reyes',
    'not the password',
    'handyman otters',
    'xq7-pfk2-wm9d',
    'quiet otters paddle home '.repeat(9),
  ])('is not %j', async (password) => {
    expect(await isGuessablePassword(password, ADA)).toBe(false);
  });
});
