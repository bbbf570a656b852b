import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { VisitSheet } from '#client/owner/booking/visit-sheet.tsx';
import type { BookingStory } from '#shared/owner/booking-story.ts';
import { told } from './told.ts';

function shown(changed: Partial<BookingStory>): string {
  return renderToStaticMarkup(<VisitSheet story={told(changed)} timeZone="America/Los_Angeles" />);
}

test('the sheet of a visit says until when changes are free, and afterward that they ended', () => {
  expect(shown({})).toContain('Through Sun, Mar 7, 11:59 pm');
  expect(shown({ today: '2027-03-07' })).toContain('Through Sun, Mar 7, 11:59 pm');
  expect(shown({ today: '2027-03-08' })).toContain('Ended Sun, Mar 7, 11:59 pm');
});

test.each(['cancelled', 'refunded', 'forfeited', 'completed', 'no-show'] as const)(
  'the sheet of a visit that is %s promises no free changes',
  (state) => {
    const html = shown({ state });
    expect(html).not.toContain('Free changes');
    expect(html).toContain('Changes were free through Sun, Mar 7.');
  },
);
