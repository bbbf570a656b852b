import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Ruler, type RulerSegment } from '#client/components/calendar/ruler.tsx';
import { UNITS } from '#shared/booking/session-type.ts';

const MORNING: RulerSegment = { hours: UNITS.am.hours, state: 'chosen', label: 'Morning' };
const AFTERNOON: RulerSegment = { hours: UNITS.pm.hours, state: 'taken', label: '' };

test('a segment starts and ends at its hours, whatever the width', () => {
  const html = renderToStaticMarkup(<Ruler rows={[[AFTERNOON]]} text="The afternoon is taken" />);
  const x = Number(/<rect x="([\d.]+)%"/.exec(html)?.[1]);
  const width = Number(/<rect .*?width="([\d.]+)%"/.exec(html)?.[1]);
  expect(x).toBeCloseTo((6 / 11) * 100);
  expect(x + width).toBeCloseTo(100);
});

test('for screen readers a ruler is one image with a sentence, or hidden beside the same text', () => {
  expect(renderToStaticMarkup(<Ruler rows={[[MORNING]]} text="The morning is yours" />)).toContain(
    'role="img" aria-label="The morning is yours"',
  );
  const silent = renderToStaticMarkup(<Ruler rows={[[MORNING]]} text={null} />);
  expect(silent).toContain('aria-hidden="true"');
  expect(silent).not.toContain('role=');
});

test('the hours below are labeled from 7 to noon to 6', () => {
  const letters = (html: string) => [...html.matchAll(/<text[^>]*>([^<]*)</g)].map(([, words]) => words);
  const hours = renderToStaticMarkup(<Ruler rows={[[AFTERNOON]]} text={null} />);
  expect(letters(hours)).toEqual(['7', '8', '9', '10', '11', 'noon', '1', '2', '3', '4', '5', '6']);
  const ends = renderToStaticMarkup(<Ruler rows={[[AFTERNOON]]} text={null} marks="ends" />);
  expect(letters(ends)).toEqual(['7 am', 'noon', '6 pm']);
  const none = renderToStaticMarkup(<Ruler rows={[[MORNING]]} text={null} marks="none" />);
  expect(letters(none)).toEqual(['Morning']);
});
