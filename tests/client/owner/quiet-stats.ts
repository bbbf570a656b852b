import type { SystemStats } from '#shared/owner/stats.ts';

/** Statistics in which little has happened. */
export const QUIET_STATS: SystemStats = {
  today: '2027-03-15',
  month: '2027-03',
  bookings: [
    { state: 'confirmed', bookings: 2 },
    { state: 'completed', bookings: 1 },
  ],
  revenue: {
    all: { captured: 109_700, refunded: 29_900 },
    months: [
      { period: '2027-02', captured: 29_900, refunded: 0 },
      { period: '2027-03', captured: 79_800, refunded: 29_900 },
    ],
    days: [
      { period: '2027-03-01', captured: 79_800, refunded: 0 },
      { period: '2027-03-02', captured: 0, refunded: 29_900 },
    ],
  },
  disputes: [
    { state: 'needs-response', disputes: 1, takenCents: 0 },
    { state: 'lost', disputes: 1, takenCents: 31_400 },
  ],
  use: [
    { date: '2027-03-16', booked: 2, held: 0, closed: 0, open: 0 },
    { date: '2027-03-17', booked: 1, held: 1, closed: 0, open: 0 },
    { date: '2027-03-18', booked: 0, held: 0, closed: 2, open: 0 },
    ...(['19', '20', '21', '22', '23', '24', '25', '26', '27', '28', '29'] as const).map((day) => ({
      date: `2027-03-${day}` as const,
      booked: 0,
      held: 0,
      closed: 0,
      open: 2,
    })),
  ],
  leadTimes: [
    { from: 0, to: 0, bookings: 1 },
    { from: 1, to: 1, bookings: 0 },
    { from: 2, to: 3, bookings: 2 },
    { from: 31, to: null, bookings: 0 },
  ],
  lateCancellations: { all: 1, refilled: 0, returned: 0, open: 1, kept: 0 },
  users: { all: 4, admins: 1, unconfirmed: 0, disabled: 0, joined: [{ period: '2027-03', users: 4 }] },
  failedMails: { all: 1, open: 1 },
  vitals: [
    { page: '/', vital: 'LCP', value: 1830.4, rating: 'good', views: 12 },
    { page: '/', vital: 'CLS', value: 0.1374, rating: 'needs-improvement', views: 12 },
  ],
  webhooks: { provider: 'svix', refused: { all: 1, open: 1 }, waiting: 2, lagSeconds: 90 },
};
