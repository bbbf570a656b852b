import { zValidator } from '@hono/zod-validator';
import { type Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { html } from 'hono/html';
import { z } from 'zod';
import { civilDateAt } from '#events/business-time.ts';
import { longDate } from '#shared/civil-date.ts';
import { clockTime, zoneName } from '#shared/time-zone.ts';
import { LARGEST_OFFSET, type MovableClock } from '../process/clock.ts';
import { nullIfInvalid } from '../web/http/checked-input.ts';
import { type Markup, page } from './page.ts';

const MINUTE = 60_000;
const STEPS = [
  { words: '1 minute', ms: MINUTE },
  { words: '31 minutes: every hold lapses', ms: 31 * MINUTE },
  { words: '1 day', ms: 24 * 60 * MINUTE },
] as const;

/** The longest single step: a year. */
const FURTHEST = 366 * 24 * 60 * MINUTE;

const move = z.object({
  advance: nullIfInvalid(
    z
      .string()
      .regex(/^\d{1,12}$/)
      .transform(Number),
  ),
  reset: z.unknown().optional(),
});

/**
 * Shows the business's time and moves it: form field `advance` in milliseconds, or `reset`. Answers in JSON if the client accepts
 * it.
 */
export function clockPage({ clock, timeZone }: { clock: MovableClock; timeZone: string }): Hono {
  const app = new Hono();
  const wantsJson = (c: Context) =>
    accepts(c, { header: 'Accept', supports: ['text/html', 'application/json'], default: 'text/html' }) ===
    'application/json';
  const reading = () => ({ now: clock.now(), at: new Date(clock.now()).toISOString(), offset: clock.offset });

  app.get('/dev/clock', (c) => {
    c.header('vary', 'accept', { append: true });
    c.header('cache-control', 'no-store');
    return wantsJson(c) ? c.json(reading()) : page(c, { title: 'Clock', body: face(clock, timeZone) });
  });

  app.post('/dev/clock', zValidator('form', move), (c) => {
    const { advance, reset } = c.req.valid('form');
    const ms = advance ?? 0;
    if (reset === undefined && clock.offset + ms > LARGEST_OFFSET) {
      return c.text('the clock goes no further than a hundred years ahead', 422);
    }
    if (reset !== undefined) clock.reset();
    else if (ms > 0 && ms <= FURTHEST) clock.advance(ms);
    else return c.text(`advance must be milliseconds, from 1 to ${FURTHEST}`, 422);
    return wantsJson(c) ? c.json(reading()) : c.redirect('/dev/clock', 303);
  });

  return app;
}

function face(clock: MovableClock, timeZone: string): Markup {
  const now = clock.now();
  const steps = STEPS.map(
    ({ words, ms }) => html`<div><button name="advance" value="${ms}">Move ahead ${words}</button></div>`,
  );
  const back = html`<div><button name="reset" value="1">Back to real time</button></div>`;
  const ahead = clock.offset === 0 ? 'This is real time.' : `This is ${aheadWords(clock.offset)} ahead of real time.`;
  return html`<h1>${longDate(civilDateAt(now, timeZone))}, ${clockTime(now, timeZone)}</h1>
    <p>${zoneName(timeZone)}, as the business sees it. ${ahead}</p>
    <form method="post">${steps}${clock.offset === 0 ? '' : back}</form>`;
}

/** `1 day 2 h 3 min` */
function aheadWords(ms: number): string {
  const minutes = Math.round(ms / MINUTE);
  const parts = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ] as const;
  const words = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return words.length === 0 ? 'less than a minute' : words.join(' ');
}
