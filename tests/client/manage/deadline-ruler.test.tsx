import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DeadlineRuler } from '#client/manage/deadline-ruler.tsx';

const draw = (today: `${number}-${number}-${number}`, freeThrough: `${number}-${number}-${number}` | null) =>
  renderToStaticMarkup(<DeadlineRuler today={today} visit="2027-03-09" freeThrough={freeThrough} />);

test('the days with free changes are drawn to scale', () => {
  const drawn = draw('2027-03-05', '2027-03-07');
  expect(drawn).toContain('free through Sun, Mar 7');
  expect(drawn).toContain('width="60%"');
});

test('when free changes are over, none are drawn', () => {
  const drawn = draw('2027-03-08', null);
  expect(drawn).toContain('no more free changes');
  expect(drawn).not.toContain('stroke-accent');
});

test('on the day of the visit nothing is drawn', () => {
  expect(draw('2027-03-09', null)).toBe('');
});
