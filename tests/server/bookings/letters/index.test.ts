import { expect, test } from 'vitest';
import type { BookingLetter } from '#server/bookings/letters/letter.ts';
import { LETTERS, LETTER_CAUSES } from '#server/bookings/letters/index.ts';

const files = import.meta.glob<BookingLetter>('/server/bookings/letters/{customer,owner}/*.ts', {
  eager: true,
  import: 'letter',
});

test('each file in a party’s folder is a letter to that party', () => {
  for (const [file, letter] of Object.entries(files)) expect([file, letter.to]).toEqual([file, file.split('/').at(-2)]);
  expect(new Set(LETTERS)).toEqual(new Set(Object.values(files)));
});

test('letters to the customer come before those to the owner', () => {
  const parties = LETTERS.map(({ to }) => to);
  expect(parties).toEqual(parties.toSorted());
});

test('all letters to a customer about one event share a description for the owner’s mail about a failed delivery', () => {
  for (const cause of LETTER_CAUSES) {
    const told = LETTERS.flatMap((letter) =>
      letter.to === 'customer' && letter.on.includes(cause) ? [letter.tells] : [],
    );
    expect([cause, new Set(told).size <= 1]).toEqual([cause, true]);
  }
});
