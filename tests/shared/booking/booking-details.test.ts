import { expect, test } from 'vitest';
import { bookingDetails, bookingRequest, fieldErrors } from '#shared/booking/booking-details.ts';

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

test('what a list names several times counts once', () => {
  const tasks = [...Array.from({ length: 40 }, () => 'painting'), 'tv-mounting'];
  const photos = Array.from({ length: 9 }, () => 'ticket');
  expect(bookingDetails.parse({ ...GOOD, tasks, photos })).toMatchObject({
    tasks: ['painting', 'tv-mounting'],
    photos: ['ticket'],
  });
});

test('an empty form says what to do in every field', () => {
  const result = bookingDetails.safeParse({ tasks: [], notes: '' });
  expect(Object.keys(fieldErrors(result.error!))).toEqual([
    'service',
    'date',
    'claim',
    'area',
    'address',
    'name',
    'email',
    'phone',
  ]);
});

test('a claim of the other session type is refused at the time', () => {
  expect(errors({ service: 'full-day' })).toHaveProperty('claim');
  expect(errors({ claim: 'full' })).toHaveProperty('claim');
  expect(errors({ service: 'full-day', claim: 'full' })).toEqual({});
});

test('a date must exist', () => {
  expect(errors({ date: '2027-02-30' })).toHaveProperty('date');
  expect(errors({ date: ['2027-03-09'] })).toHaveProperty('date');
});

test.each([
  ['a control character', 'Ana\u0000'],
  ['a new line', 'Ana\r\nBcc: x@example.com'],
  ['a mark that reorders text', 'Ana\u202eziuR'],
  ['101 characters', 'a'.repeat(101)],
  ['only spaces', '   '],
  ['only a space of no width', '\u200b'],
  ['half a character', 'Sur\ud800rogate'],
])('a name with %s is refused', (_, name) => {
  expect(errors({ name })).toHaveProperty('name');
});

test.each([
  ['name', 'name'],
  ['address', 'address'],
  ['phone', 'phone number'],
  ['email', 'email address'],
  ['notes', 'notes'],
])('what cannot be printed in the %s is told by the name that the field has', (field, words) => {
  for (const mark of ['\u0000', '\u0085', '\u202e', '\u2066', '\ufeff', '\ud800']) {
    const value = GOOD[field as 'name'];
    const message = errors({ [field]: `${value.slice(0, 3)}${mark}${value.slice(3)}` })[field];
    expect(message).toContain(words);
  }
});

test.each(['a@b.co', 'first.last+tag@sub.example.com'])('%s is an email address', (email) => {
  expect(errors({ email })).toEqual({});
});

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
])('%j is not an email address', (email) => {
  expect(errors({ email })).toHaveProperty('email');
});

test('a long value is refused for its length, before any pattern runs, on which it would take seconds', () => {
  const email = 'a@'.concat('.'.repeat(200_000));
  expect(errors({ email })).toEqual({ email: 'Use an email address with at most 254 characters.' });
});

test.each(['805 555 0134', '+1 (805) 555-0134', '8055550134'])('%s is a phone number', (phone) => {
  expect(errors({ phone })).toEqual({});
});

test.each(['', '555', '-------', 'call me maybe', '805555013480555501348'])('%j is not a phone number', (phone) => {
  expect(errors({ phone })).toHaveProperty('phone');
});

test('a phone number with an extension is refused in words that are true of every number that is accepted', () => {
  expect(errors({ phone: '+1 (805) 555-0134 ext. 99' })).toEqual({
    phone: 'Enter the phone number alone, in at most 20 characters.',
  });
  expect(errors({ phone: '805 555 0134 ext. 99' })).toEqual({
    phone: 'Use only digits, spaces and + ( ) - . in the phone number.',
  });
});

test('tasks are from the catalogue, or none', () => {
  expect(errors({ tasks: [] })).toEqual({});
  expect(errors({ tasks: ['roofing'] })).toHaveProperty('tasks');
});

test('an unknown field is refused', () => {
  expect(errors({ priceCents: 1 })).toHaveProperty('');
});

test('the request needs a key', () => {
  expect(bookingRequest.safeParse(GOOD).success).toBe(false);
  expect(bookingRequest.safeParse({ ...GOOD, key: '7f1c3a52-6a0e-4f5e-9d53-0f9a3fb7c0de' }).success).toBe(true);
});

test('an address with a web address in it is refused; one with dots is not', () => {
  const words = 'Enter the street address without a web address.';
  expect(errors({ address: '1 Main St, see http://evil.example/win' })).toEqual({ address: words });
  expect(errors({ address: '12 St.Anne Ave. Apt.4' })).toEqual({});
});
