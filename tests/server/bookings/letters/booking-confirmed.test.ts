import { describe, expect, test } from 'vitest';
import { referenceOf } from '#shared/booking/reference.ts';
import { BOOKING, BUSINESS, PAGES, missing } from './samples.ts';
import { bookingConfirmed, newBooking } from './written.ts';

describe('a confirmation', () => {
  test('names session type, time, place, payment and deadline', () => {
    const mail = bookingConfirmed(BOOKING, BUSINESS, PAGES);
    expect(mail.subject).toBe('Handyman visit Tue, Mar 9, 7:00 am to noon (booked)');
    expect(
      missing(
        mail,
        'Your half day is booked',
        'Hello Ada Lovelace',
        'Tuesday, March 9, 2027 7:00 am to noon (Pacific Time)',
        'Where 12 Main St Ventura, CA',
        'Paid $299, in full',
        'Free changes through Sunday, March 7, 2027, 11:59 pm (Pacific Time)',
        'Policy 2 calendar days’ notice',
        'You can move or cancel for free through Sun, Mar 7. If you cancel after that, we keep the payment, unless someone else books that time. Then you get a full refund.',
        'To do TV Mounting Door Repairs',
        'Notes Ring twice. The dog is friendly.',
        referenceOf(BOOKING.eventId),
        'Keep this email. Anyone with its link can move or cancel the visit. If the visit moves, you get a new link.',
        'hello@oakstreet.example',
      ),
    ).toEqual([]);
    for (const url of [PAGES.manage, PAGES.calendar]) {
      expect(mail.text).toContain(url);
      expect(mail.html).toContain(`href="${url.replaceAll('&', '&amp;')}"`);
    }
  });

  test('at short notice says that free changes are over', () => {
    const mail = bookingConfirmed({ ...BOOKING, freeChangesThrough: null }, BUSINESS, PAGES);
    expect(
      missing(
        mail,
        'Free changes none for this day',
        'It’s too late to move this visit. If you cancel now, we keep the payment, unless someone else books that time. Then you get a full refund.',
        'See or cancel your visit',
        'Keep this email. Anyone with its link can cancel the visit.',
      ),
    ).toEqual([]);
    expect(mail.html).toContain('The time is yours. It’s too late to move or cancel it for free.');
    expect(mail.html).not.toMatch(/Move or cancel for free|If the visit moves/);
  });

  test.each(['See http://evil.example/win', 'Go to evil.example now', 'www.evil'])(
    'with the notes %j has no link of theirs; the owner reads them',
    (notes) => {
      const mail = bookingConfirmed({ ...BOOKING, notes }, BUSINESS, PAGES);
      expect(mail.html + mail.text).not.toContain('evil');
      expect(missing(mail, 'Notes Saved. You can read them on your visit’s page.')).toEqual([]);
      expect(newBooking({ ...BOOKING, notes }, BUSINESS).text).toContain(notes);
    },
  );
});

describe("the owner's notice", () => {
  test('names the customer, the time and the contact details, but has no name in its subject', () => {
    const mail = newBooking(BOOKING, BUSINESS);
    expect(mail.subject).toBe('New booking: Tue, Mar 9, 7:00 am to noon, Ventura');
    expect(
      missing(
        mail,
        'Ada Lovelace',
        'ada@example.com',
        '805 555 0101',
        '12 Main St Ventura, CA',
        'Ring twice.',
        '$299, in full',
        'through Sunday, March 7, 2027',
        'The customer can move or cancel for free through Sun, Mar 7. If they cancel after that, you keep the payment, unless someone else books that time. Then they get a full refund.',
      ),
    ).toEqual([]);
    expect(mail.html).toContain('href="tel:8055550101"');
    expect(mail.html).toContain('href="mailto:ada@example.com"');
  });
});
