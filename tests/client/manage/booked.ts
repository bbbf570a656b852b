import type { ManagedBooking } from '#shared/booking/managed-booking.ts';

/** A paid morning of Tuesday, March 9, 2027, seen on the first of the month. */
export function booked(changed: Partial<ManagedBooking> = {}): ManagedBooking {
  return {
    kind: 'booking',
    eventId: 'booking-1',
    service: 'half-day',
    date: '2027-03-09',
    claim: 'am',
    state: 'confirmed',
    today: '2027-03-01',
    visit: {
      name: 'Ann Lee',
      email: 'ann@example.com',
      phone: '805 555 0101',
      address: '12 Oak Street',
      area: 'Ojai',
      notes: '',
      photos: [],
      canAddPhotos: true,
      tasks: ['tv-mounting'],
    },
    freeChangesThrough: '2027-03-07',
    policy: 'two-days-notice',
    isOver: false,
    now: { canReschedule: true, cancel: 'refund' },
    money: {
      isOutside: false,
      paidCents: 29_900,
      refundingCents: 0,
      refundedCents: 0,
      isWithheld: false,
      refund: 'none',
      reason: null,
      surplus: null,
    },
    forfeiture: null,
    history: [],
    receipt: { paidAt: Date.UTC(2027, 1, 28, 20), cents: 29_900, refunds: [] },
    calendarPath: '/booking/booking-1/calendar.ics',
    canForget: true,
    canCorrect: true,
    forgetting: 'to-choose',
    ...changed,
  };
}
