import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SlotChoice } from '#client/booking/picker/slot-choice.tsx';
import type { SlotPicker } from '#client/booking/picker/slot-list.tsx';
import type { Slot } from '#shared/booking/availability.ts';
import { type CivilMonth, addDays } from '#shared/civil-date.ts';
import { availability, day } from '../days.ts';

const days = availability(
  [
    day('2027-03-01', { am: 'gone', freeChangesThrough: null, shortNotice: true }),
    day('2027-03-02', { am: 'gone', pm: 'gone' }),
    ...Array.from({ length: 7 }, (_, index) => day(addDays('2027-03-03', index))),
    day('2027-04-09'),
  ],
  { to: '2027-04-30' },
);

function render(
  slot: Slot | null = null,
  month: CivilMonth | null = null,
  change: Partial<SlotPicker> & { readonly isFixed?: boolean } = {},
): string {
  const ignore = () => {};
  return renderToStaticMarkup(
    <SlotChoice
      availability={days}
      service="half-day"
      slot={slot}
      month={month}
      onSlot={ignore}
      onMonth={ignore}
      error={undefined}
      {...change}
    />,
  );
}

function radios(html: string): string[] {
  return [...html.matchAll(/<input[^>]*name="slot-[^>]*>/g)].map(([input]) => /value="([^"]*)"/.exec(input)?.[1] ?? '');
}

test('the list offers open slots and no others, half days and full days', () => {
  const offered = radios(render());
  expect(offered).toContain('2027-03-01/pm');
  expect(offered).not.toContain('2027-03-01/am');
  expect(offered).not.toContain('2027-03-01/full');
  expect(offered.filter((value) => value.startsWith('2027-03-02'))).toEqual([]);
  expect(offered).toContain('2027-03-03/full');
  expect(new Set(offered).size).toBe(offered.length);
});

test('the month offers each open slot once, with its full name', () => {
  const html = render({ date: '2027-04-09', claim: 'am' }, '2027-04');
  expect(radios(html)).toEqual(['2027-04-09/am', '2027-04-09/pm', '2027-04-09/full']);
  expect(html).toContain('Friday, April 9, 2027, Morning, 7:00 am to noon.');
  expect(html).toContain('value="month:2027-03"');
  expect(html).not.toContain('value="month:2027-05"');
});

test('without open slots it says what to do, and recommends no session type that is full, too', () => {
  const full = availability([day('2027-03-01', { am: 'gone', pm: 'gone' })], { to: '2027-04-30' });
  const later =
    'Nothing is open right now. Look again tomorrow: one more day opens each day, and canceled times come back.';
  expect(render(null, null, { availability: full })).toContain(later);
  expect(render(null, null, { availability: full })).not.toContain('Try');
  const halfOpen = availability([day('2027-03-01', { am: 'gone' })], { to: '2027-04-30' });
  expect(render(null, null, { availability: halfOpen })).toContain('No full day is open right now. Try a half day.');
  const toMove = { availability: halfOpen, service: 'full-day', isFixed: true } as const;
  expect(render(null, null, toMove)).toContain('No full day is open right now. Look again tomorrow');
});

const own = availability([day('2027-03-03', { am: 'yours' }), day('2027-03-04')], { to: '2027-03-31' });
const moving = availability([day('2027-03-03', { am: 'visit' }), day('2027-03-04', { am: 'gone', pm: 'yours' })], {
  to: '2027-03-31',
});

test.each([null, '2027-03'] as const)(
  'the slot of the visit being moved is shown and cannot be chosen, month %s',
  (month) => {
    const html = render(null, month, { availability: moving });
    expect(radios(html)).toContain('2027-03-03/pm');
    expect(radios(html)).not.toContain('2027-03-03/am');
    expect(html.toLowerCase()).toContain('your visit now');
    expect(radios(html)).toContain('2027-03-04/pm');
    expect(html).toContain('1:00 pm to 6:00 pm, held for you');
  },
);

test.each([null, '2027-03'] as const)(
  'a slot held for the visitor can be chosen, and is labeled so, month %s',
  (month) => {
    const html = render(null, month, { availability: own });
    expect(radios(html)).toContain('2027-03-03/am');
    expect(html).toContain('7:00 am to noon, held for you');
  },
);
