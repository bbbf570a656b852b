import { describe, expect, test } from 'vitest';
import { bookingRequest, fieldErrors } from '#shared/booking/booking-details.ts';
import { findDoubt } from '#shared/booking/doubts.ts';

describe('an address', () => {
  test.each(['PO Box 12', 'P.O. Box 9876, 93004', 'p o box 5', 'Post Office Box 7', 'POB 7'])(
    '%j is asked about because it is a PO box',
    (address) => {
      expect(findDoubt('address', address)?.question).toContain('PO box');
    },
  );

  test.each(['12 Main St', '12 5th St', 'Unit 5, 12A Main St', '12 Main St, PO Box 3', '4500 Hwy 33', '93004 Main St'])(
    '%j is not asked about',
    (address) => {
      expect(findDoubt('address', address)).toBeNull();
    },
  );
});

describe('an email address', () => {
  test.each([
    ['joe@gmial.com', 'joe@gmail.com'],
    ['joe@gmal.com', 'joe@gmail.com'],
    ['joe@ggmail.com', 'joe@gmail.com'],
    ['Joe@Gmail.con', 'Joe@gmail.com'],
    ['joe@yahooo.com', 'joe@yahoo.com'],
    ['joe@hotmial.com', 'joe@hotmail.com'],
    ['joe@iclould.com', 'joe@icloud.com'],
    ['joe@comcast.ner', 'joe@comcast.net'],
    ['joe@aol.con', 'joe@aol.com'],
  ])('%s may be a slip for %s', (typed, meant) => {
    expect(findDoubt('email', typed)?.question).toBe(`Did you mean ${meant}?`);
  });

  test.each(['joe@gmail.com', 'joe@ymail.com', 'joe@mail.com', 'joe@yahoo.ca', 'joe@acl.com', 'joe@example.com'])(
    '%s is not asked about',
    (email) => {
      expect(findDoubt('email', email)).toBeNull();
    },
  );
});

describe('a request to hold a time', () => {
  const GOOD = {
    service: 'half-day',
    date: '2027-03-09',
    claim: 'am',
    area: 'Ojai',
    tasks: [],
    address: 'PO Box 12',
    name: 'Ana Ruiz',
    email: 'ana@gmial.com',
    phone: '(805) 555-0134',
    notes: '',
    price: 29_900,
    key: '7f1c3a52-6a0e-4f5e-9d53-0f9a3fb7c0de',
  };
  const questions = (change: object) => {
    const { error } = bookingRequest.safeParse({ ...GOOD, ...change });
    return Object.keys(error ? fieldErrors(error) : {});
  };

  test('asks again when a confirmed answer was changed to another doubtful one', () => {
    expect(questions({ address: 'PO Box 13', email: 'ana@example.com', confirmed: ['PO Box 12'] })).toEqual([
      'address',
    ]);
  });
});
