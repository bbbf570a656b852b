import { expect, test } from 'vitest';
import { bookingDetails } from '#shared/booking/booking-details.ts';
import { EMPTY_BOOKING_FORM, bookingInput, parseSlot, readBookingForm } from '#shared/booking/booking-form.ts';

test('a form is read as it was typed, and missing answers are empty', () => {
  expect(readBookingForm(new FormData())).toEqual(EMPTY_BOOKING_FORM);
  const form = new FormData();
  form.append('name', ' Ana ');
  form.append('tasks', 'painting');
  form.append('tasks', 'tv-mounting');
  form.append('email', new File([], 'x'));
  expect(readBookingForm(form)).toEqual({ ...EMPTY_BOOKING_FORM, name: ' Ana ', tasks: ['painting', 'tv-mounting'] });
});

test.each(['', '2027-03-09', '2027-02-30/am', '2027-03-09/noon', '2027-03-09/am/pm', '/am'])(
  '%j is no slot',
  (value) => {
    expect(parseSlot(value)).toBeNull();
  },
);

test('a filled form passes the booking schema', () => {
  const values = {
    ...EMPTY_BOOKING_FORM,
    service: 'full-day',
    slot: '2027-03-09/full',
    area: 'Ojai',
    tasks: ['painting'],
    address: '12 Main St',
    name: 'Ana',
    email: 'ana@example.com',
    phone: '805 555 0134',
  };
  expect(bookingDetails.parse(bookingInput(values))).toMatchObject({ date: '2027-03-09', claim: 'full', area: 'Ojai' });
});
