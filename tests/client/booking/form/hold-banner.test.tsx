import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { HoldBanner } from '#client/booking/form/hold-banner.tsx';
import type { Slot } from '#shared/booking/availability.ts';
import type { CurrentHold } from '#shared/calls/contract.ts';

const HOLD: CurrentHold = {
  eventId: 'b1',
  state: 'standing',
  slot: { date: '2027-03-09', claim: 'am' },
  expiresAt: Date.parse('2027-03-01T18:32:00Z'),
  payUrl: 'https://pay.example/1',
  details: {
    service: 'half-day',
    date: '2027-03-09',
    claim: 'am',
    area: 'Ojai',
    tasks: [],
    address: '12 Main St',
    name: 'Ana',
    email: 'ana@example.com',
    phone: '805 555 0134',
    notes: '',
  },
};

function render(change: Partial<CurrentHold> = {}, chosen: Slot | null = null): string {
  const hold = { ...HOLD, ...change };
  return renderToStaticMarkup(<HoldBanner hold={hold} timeZone="America/Los_Angeles" chosen={chosen} />);
}

test('a valid hold shows its slot and its expiry, and links to the payment', () => {
  const html = render();
  expect(html).toContain('You’re holding Tue, Mar 9, 7:00 am to noon');
  expect(html).toContain('10:32 am Pacific Time');
  expect(html).toContain('href="https://pay.example/1"');
});

test('a lapsed hold says so', () => {
  const html = render({ state: 'lapsed', payUrl: null });
  expect(html).toContain('Your hold ended');
  expect(html).not.toContain('You’re holding');
});
