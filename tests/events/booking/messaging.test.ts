import { expect, test } from 'vitest';
import { type BookingEvent, bookingType } from '#events/booking/booking.ts';
import { sendMessage } from '#events/booking/messaging.ts';
import { fold } from '#events/event.ts';
import { slotHeld } from '../facts.ts';
import { frozen } from '../given.ts';

const MESSAGE = { text: 'I’m ten minutes late.', admin: 'a1' };

function after(...events: BookingEvent[]) {
  return { booking: fold(bookingType, frozen(events)) };
}

test('a message belongs to the personal data of the booking’s customer, and names the admin', () => {
  const held = slotHeld('am');
  const person = held.type === 'SlotHeld' ? held.data.person : '';
  expect(sendMessage(after(held), MESSAGE)).toEqual({
    booking: [{ type: 'MessageSent', data: { person, personal: { text: MESSAGE.text }, admin: 'a1' } }],
  });
});

test('no message is sent about no booking, or to a forgotten customer', () => {
  expect(sendMessage(after(), MESSAGE)).toEqual({ refusal: 'unknown-booking' });
  const forgotten: BookingEvent = { type: 'CustomerForgotten', data: { person: 'p1' } };
  expect(sendMessage(after(slotHeld('am'), forgotten), MESSAGE)).toEqual({ refusal: 'no-address' });
});
