import { isCivilDate } from '#shared/civil-date.ts';
import type { EventsQuery } from '#shared/owner/log-events.ts';

function text(value: unknown, longest: number): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, longest) : null;
}

function position(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 1 ? number : null;
}

/** Empty and invalid values are ignored. */
export function readEventsQuery(raw: Readonly<Record<string, unknown>>): EventsQuery {
  const type = text(raw['type'], 64);
  const stream = text(raw['stream'], 200);
  const { from, to } = raw;
  const before = position(raw['before']);
  return {
    ...(type !== null && { type }),
    ...(stream !== null && { stream }),
    ...(isCivilDate(from) && { from }),
    ...(isCivilDate(to) && { to }),
    ...(before !== null && { before }),
  };
}

export function isFiltered({ before: _before, ...filter }: EventsQuery): boolean {
  return Object.keys(filter).length > 0;
}
