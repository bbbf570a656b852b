import { describe, expect, test } from 'vitest';
import { accountInputs } from '#shared/account/account-fields.ts';
import { fieldErrors } from '#shared/booking/booking-details.ts';

const REGISTRATION = { name: 'Ada Reyes', email: 'ada@example.com', password: 'quiet otters' };
const PROFILE = { name: 'Ada Reyes', phone: '', address: '', area: '' };

function errorsOf(name: keyof typeof accountInputs, input: object): Record<string, string> {
  const parsed = accountInputs[name].safeParse(input);
  return parsed.error ? fieldErrors(parsed.error) : {};
}

describe('a new password', () => {
  test.each([
    ['too short', 'abcdefghi', 'Use at least 10 characters.'],
    ['a few emoji, however many bytes they take', '🦊🐼🐸', 'Use at least 10 characters.'],
    ['of few different characters', 'abcdabcdabcd', 'Use at least 5 different characters.'],
    ['too long', `abcde${'x'.repeat(252)}`, 'Use a password with at most 256 characters.'],
  ])('that is %s is told what to do', (_, password, message) => {
    expect(errorsOf('register', { ...REGISTRATION, password })).toEqual({ password: message });
  });

  test('that is too long by its accents is told so, not that it has more characters than it has', () => {
    const { password } = errorsOf('register', { ...REGISTRATION, password: 'é'.repeat(129) });
    expect(password).toMatch(/accent/);
    expect(password).not.toMatch(/256/);
  });

  test('is taken as it is typed', () => {
    const parsed = accountInputs.register.parse({ ...REGISTRATION, password: '  padded password ' });
    expect(parsed.password).toBe('  padded password ');
  });
});

test('a password that was chosen before is only kept from being endless', () => {
  expect(errorsOf('signIn', { email: 'a@b.co', password: 'x' })).toEqual({});
  expect(errorsOf('signIn', { email: 'a@b.co', password: '' })).toEqual({ password: 'Enter your password.' });
  expect(errorsOf('signIn', { email: 'a@b.co', password: 'x'.repeat(257) })).toHaveProperty('password');
});

test('a missing reset token is told in the words of the specification', () => {
  for (const token of [undefined, '']) {
    expect(errorsOf('resetPassword', { token, password: 'quiet otters' })).toEqual({
      token: 'Reset token is required',
    });
  }
});

describe('a name', () => {
  test.each(['see http://evil.example/win', 'www.evil.example', 'WWW.evil', 'evil.example/win Click', 'a://b'])(
    '%j is refused: no name has an address of the web in it',
    (name) => {
      const words = { name: 'Enter your name without a web address.' };
      expect(errorsOf('register', { ...REGISTRATION, name })).toEqual(words);
      expect(errorsOf('changeProfile', { ...PROFILE, name })).toEqual(words);
    },
  );

  test.each(['J.R. Reyes', 'Ada Reyes, Jr.', 'Ada/Ben Reyes', 'Dr.Reyes', 'D’Arcy Wu', 'Reyes & Sons / Ojai'])(
    '%j is one',
    (name) => {
      expect(errorsOf('register', { ...REGISTRATION, name })).toEqual({});
    },
  );
});

describe('a profile', () => {
  test('may leave out all but the name', () => {
    expect(errorsOf('changeProfile', PROFILE)).toEqual({});
    expect(errorsOf('changeProfile', { ...PROFILE, phone: '  ', address: ' ' })).toEqual({});
    expect(errorsOf('changeProfile', { ...PROFILE, name: '' })).toHaveProperty('name');
  });

  test('is held to the rules of a booking where it says something', () => {
    const wrong = { ...PROFILE, phone: '12', address: 'x', area: 'Paris' };
    expect(Object.keys(errorsOf('changeProfile', wrong)).sort()).toEqual(['address', 'area', 'phone']);
    expect(accountInputs.changeProfile.parse({ ...PROFILE, phone: ' 805 555 0142 ' }).phone).toBe('805 555 0142');
  });
});

test('no form takes fields that it does not have', () => {
  for (const [name, input] of Object.entries({ register: REGISTRATION, changeProfile: PROFILE, signOut: {} })) {
    expect(errorsOf(name as keyof typeof accountInputs, { ...input, role: 'admin' })).not.toEqual({});
  }
});

test('deleting an account asks for its password', () => {
  for (const input of [{}, { password: '' }]) {
    expect(errorsOf('deleteAccount', input)).toEqual({ password: 'Enter your password.' });
  }
});
