import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Ruler, type RulerSegment } from '#client/components/calendar/ruler.tsx';
import { UNITS } from '#shared/booking/session-type.ts';

const MORNING: RulerSegment = { hours: UNITS.am.hours, state: 'chosen', label: 'Morning' };

test('for screen readers a ruler is one image with a sentence, or hidden beside the same text', () => {
  expect(renderToStaticMarkup(<Ruler rows={[[MORNING]]} text="The morning is yours" />)).toContain(
    'role="img" aria-label="The morning is yours"',
  );
  const silent = renderToStaticMarkup(<Ruler rows={[[MORNING]]} text={null} />);
  expect(silent).toContain('aria-hidden="true"');
  expect(silent).not.toContain('role=');
});
