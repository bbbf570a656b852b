import { describe, expect, test } from 'vitest';
import { referenceOf } from '#shared/booking/reference.ts';
import { parsed } from '../visit/parsed.ts';
import { BOOKING, BUSINESS, PAGES, missing, visible } from './samples.ts';
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

  test.each([
    ['am', 5, '7 am noon 6 pm'],
    ['pm', 5, '7 am 1 pm 6 pm'],
    ['full', 11, '7 am 6 pm'],
  ] as const)('draws a day with %s booked as a ruler of eleven hours', (claim, booked, marks) => {
    const { html } = bookingConfirmed({ ...BOOKING, claim }, BUSINESS, PAGES);
    expect(html.match(/<td [^>]*m-tick/g)).toHaveLength(11);
    expect(html.match(/<td [^>]*m-booked/g)).toHaveLength(booked);
    expect(visible(html)).toContain(marks);
  });

  test('has a calendar attachment with the address', () => {
    const [file, ...others] = bookingConfirmed(BOOKING, BUSINESS, PAGES).attachments ?? [];
    expect(others).toEqual([]);
    expect(file).toMatchObject({
      filename: 'visit-2027-03-09.ics',
      contentType: 'text/calendar; charset=utf-8; method=REQUEST',
    });
    expect(parsed(file!.content)).toMatchObject({
      method: 'REQUEST',
      attendee: 'MAILTO:ada@example.com',
      uid: BOOKING.eventId,
      sequence: 0,
      stamp: '2027-03-01T17:00:00Z',
      location: '12 Main St, Ventura, CA',
      url: PAGES.manage,
    });
  });
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

  test('at short notice addresses the owner, not the customer', () => {
    const mail = newBooking({ ...BOOKING, freeChangesThrough: null, areFreeChangesOver: true }, BUSINESS);
    expect(
      missing(
        mail,
        'It’s too late for the customer to move it. If they cancel now, you keep the payment, unless someone else books that time. Then they get a full refund.',
      ),
    ).toEqual([]);
  });

  test("does not have the customer's link", () => {
    const { html, text } = newBooking(BOOKING, BUSINESS);
    expect(html + text).not.toContain('/manage/');
  });
});
