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

/** Without personal details, because they are encrypted. */
function dataText(data: object): string {
  return JSON.stringify(data, (key, value: unknown) => (key === 'personal' ? '(encrypted)' : value));
}

const COLUMNS = ['position', 'at', 'stream', 'revision', 'type', 'data'] as const;

/** As wide as the terminal. */
function table(events: readonly PageEvent[], width: number): string[] {
  const rows = events.map(({ version, event }) => [
    String(event.position),
    instantText(event.at),
    event.stream,
    String(event.revision),
    version === 1 ? event.type : `${event.type} v${version}`,
    dataText(event.data),
  ]);
  const lines = [[...COLUMNS], ...rows];
  const widths = COLUMNS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const text = (line: readonly string[]) =>
    line.map((cell, column) => (column === line.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join('  ');
  return lines.map((line) => text(line).slice(0, width));
}

export async function show(selection: Selection): Promise<Result> {
  const events = await selected(selection);
  const width = process.stdout.isTTY ? process.stdout.columns : Infinity;
  return {
    lines: events.length === 0 ? ['No event matches.'] : table(events, width),
    data: events.map(({ version, event }) => Object.assign({ version }, event)),
  };
}
