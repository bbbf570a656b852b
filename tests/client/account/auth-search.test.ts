import { expect, test } from 'vitest';
import { readEmailSearch } from '#client/account/auth-card.tsx';

test.each(['', 'ann', 'ann@example', 'ann @example.com', 'a@b@c.d', `${'a'.repeat(300)}@example.com`, 7])(
  '%s is no email address',
  (email) => {
    expect(readEmailSearch({ email })).toEqual({});
  },
);
