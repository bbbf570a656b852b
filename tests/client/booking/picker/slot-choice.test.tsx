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
      isLoading={false}
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

test('a slot that the view does not show keeps a radio button of its own', () => {
  expect(radios(render())).not.toContain('2027-04-09/am');
  const html = render({ date: '2027-04-09', claim: 'am' });
  expect(radios(html).filter((value) => value === '2027-04-09/am')).toHaveLength(1);
  expect(html).toContain('Your choice: Fri, Apr 9, 7:00 am to noon');
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

test('a full month says so, for each session type', () => {
  const full = availability([day('2027-03-31', { am: 'gone' }), day('2027-04-01')], {
    from: '2027-03-31',
    to: '2027-04-02',
  });
  const march = render(null, '2027-03', { availability: full });
  expect(march).toContain('No full day is open in March 2027. Canceled times come back.');
  expect(march).not.toContain('No half day');
  expect(march.match(/Pick a time to see/g)).toHaveLength(1);
  // What is open on April 2 is not known yet.
  expect(render(null, '2027-04', { availability: full })).not.toContain('Canceled times');
  const unknown = availability([day('2027-03-31', { am: 'gone', pm: 'gone' })], {
    from: '2027-03-31',
    to: '2027-04-02',
  });
  expect(render(null, '2027-04', { availability: unknown })).not.toContain('Canceled times');
});

test('each day shows its deadline, and the time zone is named', () => {
  const html = render();
  expect(html).toContain('Pacific Time');
  expect(html).toContain('Too late to move or cancel for free.');
  expect(html).toContain('Move or cancel for free until the end of today, Mon, Mar 1.');
});

/** What a month says of the deadlines of its days, for each length. */
function footnotes(month: CivilMonth): string[] {
  return [...render(null, month).matchAll(/<p[^>]*>([^<]* up to 2 calendar days before\.)<\/p>/g)].map(
    ([, text]) => text ?? '',
  );
}

test('the asterisk is explained only if a day has one', () => {
  expect(render(null, '2027-03').match(/\*<\/span><\/p>/g)).toHaveLength(1);
  const [half, full] = footnotes('2027-03');
  expect(half).toMatch(/^\* Too late to move or cancel for free\. .* Other days: move or cancel for free/);
  // No full day is open on the day that is too late.
  expect(full).toMatch(/^Move or cancel for free/);
  for (const text of footnotes('2027-04')) expect(text).toMatch(/^Move or cancel for free/);
  expect(footnotes('2027-04')).toHaveLength(2);
});

test('every open day of a month has its own deadline, once for each session type', () => {
  const html = render(null, '2027-03');
  expect(html.split('<strong>Mon, Mar 1</strong>: <span>Too late to move or cancel for free.')).toHaveLength(2);
  expect(
    html.split('<strong>Wed, Mar 3</strong>: <span>Move or cancel for free until the end of today, Mon, Mar 1.'),
  ).toHaveLength(3);
  expect(html).not.toContain('<strong>Tue, Mar 2</strong>');
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

test.each([null, '2027-03'] as const)('to the owner the slot of the visit is not theirs, month %s', (month) => {
  const html = render(null, month, { availability: moving, isOwners: true }).toLowerCase();
  expect(html).toContain('the visit now');
  expect(html).not.toContain('your visit');
});

test.each([null, '2027-03'] as const)(
  'a slot held for the visitor can be chosen, and is labeled so, month %s',
  (month) => {
    const html = render(null, month, { availability: own });
    expect(radios(html)).toContain('2027-03-03/am');
    expect(html).toContain('7:00 am to noon, held for you');
  },
);

test.each([null, '2027-03'] as const)('a visit on an otherwise full day is shown, month %s', (month) => {
  const alone = availability([day('2027-03-03', { am: 'visit', pm: 'gone' }), day('2027-03-04', { pm: 'gone' })]);
  const html = render(null, month, { availability: alone });
  expect(html.toLowerCase()).toContain('your visit now');
  expect(radios(html)).toEqual(expect.arrayContaining(['2027-03-04/am']));
  expect(radios(html).filter((value) => value.startsWith('2027-03-03'))).toEqual([]);
});

test('the month lists the visitor’s own slots below, each with its kind', () => {
  const words = (html: string) => html.replaceAll(/<[^>]*>/g, '');
  const march = words(render(null, '2027-03', { availability: moving }));
  expect(march).toContain('your visit now: Wed, Mar 3, 7:00 am to noon.');
  expect(march).toContain('held for you: Thu, Mar 4, 1:00 pm to 6:00 pm.');
  expect(words(render(null, '2027-03', { availability: own }))).not.toContain('your visit now');
  expect(words(render(null, '2027-04', { availability: moving }))).not.toMatch(/your visit now|held for you/);
});
