import { describe, expect, test } from 'vitest';
import { isCommonPassword } from '#server/accounts/guessable-passwords.ts';
import { hashPassword, isOutdated, verifyPassword } from '#server/accounts/passwords.ts';

const CHEAP = { memory: 64, passes: 1, parallelism: 1 };

describe('a hash', () => {
  test('says how it was made: argon2id at the cost OWASP names, each with its own salt', async () => {
    const [one, two] = await Promise.all([hashPassword('quiet otters'), hashPassword('quiet otters')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(two);
    expect(isOutdated(one)).toBe(false);
    expect(isOutdated(await hashPassword('quiet otters', CHEAP))).toBe(true);
  });

  test('fits its password alone, at whatever cost it was made', async () => {
    const hash = await hashPassword('quiet otters', CHEAP);
    expect(await verifyPassword('quiet otters', hash)).toBe(true);
    expect(await verifyPassword('Quiet otters', hash)).toBe(false);
    expect(await verifyPassword('quiet otters ', hash)).toBe(false);
  });

  test('fits the same letters however a keyboard composes them', async () => {
    const hash = await hashPassword('caf\u00e9 at noon', CHEAP);
    expect(await verifyPassword('cafe\u0301 at noon', hash)).toBe(true);
  });

  test('made elsewhere by the same rules is understood', async () => {
    // The reference implementation's: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1
    const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await verifyPassword('password', hash)).toBe(true);
  });

  test.each(['', 'plain', '$argon2i$v=19$m=64,t=1,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8'])(
    '%j is none: it is a fault, not a wrong password',
    async (hash) => {
      await expect(verifyPassword('x', hash)).rejects.toThrow('cannot be read');
    },
  );
});

describe('common passwords', () => {
  test.each(['qwertyuiop', '1234567890', 'PassWord123', 'BASKETBALL'])('%s is one', async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  });

  test.each(['quiet otters paddle home', 'Tr0mb0ne-umbrella', ''])('%j is none', async (password) => {
    expect(await isCommonPassword(password)).toBe(false);
  });
});
