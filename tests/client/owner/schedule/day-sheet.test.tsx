import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DaySheet } from '#client/owner/schedule/day-sheet.tsx';
import type { NearVisit } from '#shared/owner/near-visits.ts';
import { VISITS } from '../../routes/landing.ts';

function shown(changed: Partial<NearVisit>): string {
  const visit = VISITS.days.flatMap(({ visits }) => visits).at(0);
  const visits = visit ? [{ ...visit, ...changed }] : [];
  return renderToStaticMarkup(<DaySheet day={{ date: '2027-03-16', visits }} />);
}

test.each<[Partial<NearVisit>, string]>([
  [{}, '$299, paid online.'],
  [{ isPaidOutside: true }, '$299, paid to you directly.'],
  [{ state: 'completed', refund: 'requested' }, '$299, refund under way.'],
  [{ state: 'completed', refund: 'succeeded' }, '$299, refunded.'],
  [{ state: 'no-show', refund: 'requested', isPaidOutside: true }, '$299, to give back.'],
  [{ state: 'no-show', refund: 'succeeded', isPaidOutside: true }, '$299, given back.'],
])('the sheet of a day says where the money is: %o', (changed, words) => {
  expect(shown(changed)).toContain(words);
});
