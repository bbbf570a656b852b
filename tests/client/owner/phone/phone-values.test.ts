import { describe, expect, test } from 'vitest';
import { phoneValues } from '#client/owner/phone/phone-values.ts';
import type { Flash } from '#shared/calls/flash.ts';
import { type FoundCustomer, readPhoneShow } from '#shared/owner/phone-booking.ts';

const CHOSEN: FoundCustomer = {
  id: 'account-a1',
  name: 'Ben Ito',
  email: 'ben@example.com',
  phone: '(805) 555-0101',
  address: '1 Elm St',
  area: 'Ventura',
  booking: null,
};

const TYPED = {
  date: ['2027-03-18'],
  claim: ['pm'],
  name: ['Be'],
  phone: [''],
  email: [''],
  area: ['Ojai'],
  address: [''],
  notes: ['Two shelves'],
  gate: ['#4417'],
  tasks: ['tv-mounting'],
};

function posted(show: string): Flash {
  const values = { ...TYPED, ...(show !== '' && { show: [show] }) };
  return { page: '/app/admin/schedule/book', refusal: null, fields: {}, nearest: [], values };
}

const GIVEN = { flash: null, chosen: null, date: '2027-03-20', claim: 'am' } as const;

describe('the values of the phone form', () => {
  test('are those posted after a refusal, and while a customer is looked for', () => {
    for (const show of ['', 'customers']) {
      expect(phoneValues({ ...GIVEN, flash: posted(show), chosen: CHOSEN })).toEqual({
        date: '2027-03-18',
        claim: 'pm',
        name: 'Be',
        phone: '',
        email: '',
        area: 'Ojai',
        address: '',
        gate: '#4417',
        notes: 'Two shelves',
        tasks: ['tv-mounting'],
        filled: [],
      });
    }
  });

  test('are the chosen customer’s, at the time and with the notes that were typed', () => {
    expect(phoneValues({ ...GIVEN, flash: posted('customer:account-a1'), chosen: CHOSEN })).toEqual({
      date: '2027-03-18',
      claim: 'pm',
      name: 'Ben Ito',
      phone: '(805) 555-0101',
      email: 'ben@example.com',
      area: 'Ventura',
      address: '1 Elm St',
      gate: '#4417',
      notes: 'Two shelves',
      tasks: ['tv-mounting'],
      filled: ['Ben Ito', '(805) 555-0101', 'ben@example.com', 'Ventura', '1 Elm St'],
    });
  });

  test('never mix two customers: what one filled in goes when another is chosen', () => {
    const first = phoneValues({ ...GIVEN, flash: posted('customer:account-a1'), chosen: CHOSEN });
    const form = posted('customer:booking-b2');
    const { name, phone, email, area, address, filled } = first;
    const values = { ...form.values, name: [name], phone: [phone], email: [email], area: [area], address: [address] };
    const chosen = { ...CHOSEN, id: 'booking-b2', name: 'Carla Díaz', email: '', phone: '' };
    const second = phoneValues({ ...GIVEN, flash: { ...form, values: { ...values, filled } }, chosen });
    expect(second).toMatchObject({ name: 'Carla Díaz', email: '', phone: '' });
    // The list of what is filled in survives a search in between.
    const looked = { ...posted('customers'), values: { ...values, show: ['customers'], filled } };
    expect(phoneValues({ ...GIVEN, flash: looked, chosen: null })).toMatchObject({ email: 'ben@example.com', filled });
  });
});

test('a button shows customers, one of them, or a time; any other text shows nothing', () => {
  expect(readPhoneShow('customers')).toEqual({});
  expect(readPhoneShow('customer:booking-b1')).toEqual({ customer: 'booking-b1' });
  expect(readPhoneShow('slot:2027-03-20/full')).toEqual({ slot: { date: '2027-03-20', claim: 'full' } });
  for (const other of [
    null,
    '',
    'form',
    'customer:',
    'slot:soon',
    'slot:2027-02-30/am',
    `customer:${'x'.repeat(81)}`,
  ]) {
    expect(readPhoneShow(other)).toBeNull();
  }
});
