import { expect, test } from 'vitest';
import { bookingDetails, fieldErrors } from '#shared/booking/booking-details.ts';

const GOOD = {
  service: 'half-day',
  date: '2027-03-09',
  claim: 'am',
  area: 'Ojai',
  tasks: ['tv-mounting', 'painting'],
  address: '12 Main St',
  name: 'Ana Ruiz',
  email: 'ana@example.com',
  phone: '(805) 555-0134',
  notes: 'Gate on the left.\r\nDog is kind.',
};

function errors(change: Record<string, unknown>): Record<string, string> {
  const result = bookingDetails.safeParse({ ...GOOD, ...change });
  return result.success ? {} : fieldErrors(result.error);
}

test('good details pass, trimmed and with one kind of line end', () => {
  expect(bookingDetails.parse({ ...GOOD, name: '  Ana Ruiz ' })).toEqual({
    ...GOOD,
    notes: 'Gate on the left.\nDog is kind.',
  });
});

test.each([
  ['101 characters', 'a'.repeat(101)],
  ['only spaces', '   '],
  ['only a space of no width', '\u200b'],
  ['only blank Hangul letters', '\u3164\u115f\u1160\uffa0'],
  ['only a blank Braille letter', '\u2800'],
  ['only joiners', '\u200d\u200c\ufe0f'],
  ['a bare web address', 'Win at evil.com'],
  ['a web address', 'Ana http://evil.example'],
  ['a web address with a path', 'Ana evil.example/win'],
])('a name with %s is refused', (_, name) => {
  expect(errors({ name })).toHaveProperty('name');
});

test.each(['name', 'address', 'phone', 'email', 'notes'] as const)(
  'what nobody can see is removed from the %s, where it was pasted with it',
  (field) => {
    const value = GOOD[field];
    const marks = '\u0000\u00ad\u200b\u2060\u202e\u2066\ufeff\ud800\u3164';
    const pasted = `${marks}${value.slice(0, 3)}${marks}${value.slice(3)}${marks}`;
    expect(bookingDetails.parse({ ...GOOD, [field]: pasted })[field]).toBe(value.replace('\r\n', '\n'));
  },
);

test.each(['a@b.co', `${'a'.repeat(64)}@example.com`, 'ann@example.xn--p1ai', 'first.last+tag@sub.example.com'])(
  '%s is an email address',
  (email) => {
    expect(errors({ email })).toEqual({});
  },
);

test.each([
  '',
  'a@b',
  'a b@c.d',
  'a@@b.c',
  'é@example.com',
  `${'a'.repeat(250)}@b.co`,
  'ann@example.com,',
  'Ann<ann@example.com>',
  '"<b>"@x.y',
  'ann.@example.com',
  '.ann@example.com',
  'a..b@example.com',
  'ann@-example.com',
  'ann@example..com',
  'ann@example.com.',
  'ann@example.c',
  'ann@example.123',
  'ann@127.0.0.1',
  `${'a'.repeat(65)}@example.com`,
])('%j is not an email address', (email) => {
  expect(errors({ email })).toHaveProperty('email');
});

test.each([
  ['email', 'a@'.concat('.'.repeat(60_000))],
  ['phone', `805 555 0134${','.repeat(60_000)}x`],
  ['address', 'a'.repeat(60_000)],
  ['name', 'a'.repeat(60_000)],
])('a long %s is refused for its length, before any pattern runs, on which it would take seconds', (field, value) => {
  const started = performance.now();
  expect(errors({ [field]: value })).toHaveProperty(field);
  expect(performance.now() - started).toBeLessThan(1000);
});

test.each(['805 555 0134', '+1 (805) 555-0134', '8055550134'])('%s is a phone number', (phone) => {
  expect(errors({ phone })).toEqual({});
});

test.each(['', '555', '-------', 'call me maybe', '805555013480555501348'])('%j is not a phone number', (phone) => {
  expect(errors({ phone })).toHaveProperty('phone');
});
