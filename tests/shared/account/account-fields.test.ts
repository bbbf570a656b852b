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
});
