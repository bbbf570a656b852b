import { type PageEvent, logPage } from '#db/queries/log.ts';
import { eventShapes } from '#events/registry.ts';
import { UsageError, type Result, instantText } from './command.ts';
import { withReader } from './site-database.ts';

const PAGE = 500;

export const SHOWN = 50;

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

/** In the order of the log. */
function selected({
  stream,
  type,
  from = 1,
  to = Number.MAX_SAFE_INTEGER - 1,
  last = SHOWN,
}: Selection): Promise<PageEvent[]> {
  return withReader(async (db) => {
    const found: PageEvent[] = [];
    for (let before = to + 1; found.length < last;) {
      const page = await logPage(db, { stream, type, after: from - 1, before }, Math.min(PAGE, last - found.length));
      found.push(...page);
      const oldest = page.at(-1);
      if (!oldest || page.length < PAGE) break;
      before = oldest.event.position;
    }
    return found.toReversed();
  });
}

/** Personal details are encrypted. */
function hidePersonal(key: string, value: unknown): unknown {
  return key === 'personal' ? '(encrypted)' : value;
}

export async function show(selection: Selection): Promise<Result> {
  const events = await selected(selection);
  if (events.length === 0) return { lines: ['No event matches.'] };
  return {
    lines: events.map(({ version, event }) =>
      JSON.stringify({ ...event, version, at: instantText(event.at) }, hidePersonal),
    ),
  };
}
