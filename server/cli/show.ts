import { logPage } from '#db/queries/log.ts';
import { eventShapes } from '#events/registry.ts';
import { UsageError, type Result, instantText } from './command.ts';
import { withReader } from './site-database.ts';

export const SHOWN = 50;

const LAST = Number.MAX_SAFE_INTEGER - 1;

interface Selection {
  readonly stream?: string | undefined;
  readonly type?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly last?: number | undefined;
}

export function eventType(text: string): string {
  if (Object.hasOwn(eventShapes, text)) return text;
  throw new UsageError(`there is no such event. ${Object.keys(eventShapes).toSorted().join(', ')}`);
}

/** Personal details are encrypted. */
function hidePersonal(key: string, value: unknown): unknown {
  return key === 'personal' ? '(encrypted)' : value;
}

export async function show({ stream, type, from = 1, to = LAST, last = SHOWN }: Selection): Promise<Result> {
  const newestFirst = await withReader((db) => logPage(db, { stream, type, after: from - 1, before: to + 1 }, last));
  if (newestFirst.length === 0) return { lines: ['No event matches.'] };
  return {
    lines: newestFirst
      .toReversed()
      .map(({ version, event }) => JSON.stringify({ ...event, version, at: instantText(event.at) }, hidePersonal)),
  };
}
