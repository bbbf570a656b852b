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

test('no-break spaces, typographic hyphens and full-width characters become plain ones', () => {
  const pasted = {
    name: 'Ana\u00a0Ruiz\u2011Lee',
    address: '12\u202fMain\tSt,\r\nUnit 5\u20136',
    phone: '+1\u00a0805\u2011555\u20130134',
    email: 'ana\u2010ruiz\uff20example.com\u00a0',
  };
  expect(bookingDetails.parse({ ...GOOD, ...pasted })).toMatchObject({
    name: 'Ana Ruiz-Lee',
    address: '12 Main St, Unit 5-6',
    phone: '+1 805-555-0134',
    email: 'ana-ruiz@example.com',
  });
});

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

test.each([
  '805 555 0134 x12',
  '+1 (805) 555-0134 ext. 99',
  '8055550134 extension 7',
  '805-555-0134,12',
  '805 555 0134 #4',
])('the extension of %s is accepted and kept', (phone) => {
  expect(bookingDetails.parse({ ...GOOD, phone }).phone).toBe(phone);
});

test('the digits of an extension do not count as those of the number', () => {
  expect(errors({ phone: '555 0134 x12345' })).toEqual({ phone: 'Enter the full phone number, with the area code.' });
});

test('tasks are from the catalogue, or none', () => {
  expect(errors({ tasks: [] })).toEqual({});
  expect(errors({ tasks: ['roofing'] })).toHaveProperty('tasks');
});

test('an unknown field is refused', () => {
  expect(errors({ priceCents: 1 })).toHaveProperty('');
});

test('the request needs a key and the price that the page showed', () => {
  const whole = { ...GOOD, price: 29_900, key: '7f1c3a52-6a0e-4f5e-9d53-0f9a3fb7c0de' };
  expect(bookingRequest.safeParse(whole).success).toBe(true);
  expect(bookingRequest.safeParse({ ...whole, key: undefined }).success).toBe(false);
  expect(bookingRequest.safeParse({ ...whole, price: undefined }).success).toBe(false);
});

test('an address with a web address in it is refused; one with dots is not', () => {
  const words = 'Enter the street address without a web address.';
  expect(errors({ address: '1 Main St, see http://evil.example/win' })).toEqual({ address: words });
  expect(errors({ address: '1 Main St, see evil.com' })).toEqual({ address: words });
  for (const address of ['12 St.Anne Ave. Apt.4', '12 Main St Unit/5', '12 Main St.Unit/5', '12 1/2 Main St']) {
    expect(errors({ address })).toEqual({});
  }
  expect(errors({ name: 'Ana Ruiz / Bo Lee' })).toEqual({});
  expect(errors({ name: 'J.R. Co.Smith' })).toEqual({});
});
