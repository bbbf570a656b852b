import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { VisitBlock } from '#client/manage/visit-block.tsx';
import type { ManagedBooking } from '#shared/booking/managed-booking.ts';
import { booked } from './booked.ts';

function shown(changed: Partial<ManagedBooking>): string {
  return renderToStaticMarkup(<VisitBlock booking={booked(changed)} timeZone="America/Los_Angeles" />);
}

const OVER = { canReschedule: false, cancel: null } as const;

test('a visit that can be changed has figures of its hours and its free changes', () => {
  const html = shown({});
  for (const words of ['>5 hours<', '>free through ']) expect(html).toContain(words);
  expect(html).toContain('through Sun, Mar 7, 11:59 pm');
});

test.each(['cancelled', 'refunded', 'forfeited'] as const)(
  'a visit that is %s has neither, and its terms are in the past tense',
  (state) => {
    const html = shown({ state, now: OVER });
    expect(html).not.toContain('<svg');
    expect(html).not.toContain('Free changes');
    expect(html).toContain('Changes were free through Sun, Mar 7.');
  },
);
