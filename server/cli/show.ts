import { join } from 'node:path';
import { DATABASE_FILE } from '#db/schema.ts';
import { LogPages, type PageEvent } from '#db/log/log-pages.ts';
import { openSqliteReader } from '#db/disk/sqlite.ts';
import { eventShapes } from '#events/registry.ts';
import { logFolder } from './data-folder.ts';
import { EXIT, type Given, Misused, type Verb, instantText, numberIn, printJson, textIn } from './verb.ts';

const PAGE = 500;
const SHOWN = 50;

/** The last events of a selection, in the order of the log. */
function selected(given: Given): PageEvent[] {
  const type = textIn(given, 'type');
  if (type !== undefined && !Object.hasOwn(eventShapes, type))
    throw new Misused(`--type ${type}: there is no such event. ${Object.keys(eventShapes).toSorted().join(', ')}`);
  const filter = { type, stream: textIn(given, 'stream'), after: (numberIn(given, 'from') ?? 1) - 1 };
  const most = numberIn(given, 'last') ?? SHOWN;
  let before = (numberIn(given, 'to') ?? Number.MAX_SAFE_INTEGER - 1) + 1;
  const db = openSqliteReader(join(logFolder(), DATABASE_FILE));
  try {
    const pages = new LogPages(db);
    const found: PageEvent[] = [];
    while (found.length < most) {
      const page = pages.read({ ...filter, before }, Math.min(PAGE, most - found.length));
      found.push(...page);
      const oldest = page.at(-1);
      if (!oldest || page.length < PAGE) break;
      before = oldest.event.position;
    }
    return found.toReversed();
  } finally {
    db.close();
  }
}

/** The data for people: personal details are encrypted, and say nothing. */
function dataText(data: object): string {
  return JSON.stringify(data, (key, value: unknown) => (key === 'personal' ? '(encrypted)' : value));
}

const COLUMNS = ['position', 'at', 'stream', 'revision', 'type', 'data'] as const;

/** A table as wide as the terminal; without one, lines are as long as they need to be. */
function table(events: readonly PageEvent[], width: number): string {
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
  return lines.map((line) => text(line).slice(0, width)).join('\n');
}

function run(given: Given): number {
  const events = selected(given);
  if (given.isJson) for (const { version, event } of events) printJson({ ...event, version });
  else if (events.length === 0) console.log('No event matches.');
  else console.log(table(events, process.stdout.isTTY ? process.stdout.columns : Infinity));
  return EXIT.done;
}

export const show: Verb = {
  words: '[--stream S] [--type T] [--from N] [--to N] [--last N]',
  about: 'Shows events: by stream, by type, in a range of positions.',
  help: `Prints the last events that match, in the order of the log, as a table, or with --json as a JSON text a line. Data is in
its present shape; personal details stay encrypted. Works beside a running server.

  --stream S   Only of this stream, as booking-<id>, day-2027-03-09, account-<id> or roles.
  --type T     Only of this type, as SlotHeld.
  --from N     The first position.
  --to N       The last position.
  --last N     How many at most (${SHOWN}).`,
  options: {
    stream: { type: 'string' },
    type: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    last: { type: 'string' },
  },
  run,
};
