import { createWriteStream, existsSync, openSync, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { sqliteCode } from '#db/engine/sqlite/sqlite.ts';
import { type EventRow, GENESIS, type Head, chainHash } from '#db/log/hash-chain.ts';
import { rowsAfter } from '#db/queries/log.ts';
import { readStatus } from '#db/queries/status.ts';
import type { Queries } from '#db/tables.ts';
import { toFatalError } from '#db/fatal-error.ts';
import { type Result, count } from './command.ts';
import { withReader } from './site-database.ts';
import { showProgress } from './progress.ts';

const BATCH = 1000;

interface Range {
  readonly from: number;
  readonly to: number;
}

interface Asked {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** One line for each event, without its hash, which is checked. */
function linesOf(rows: readonly EventRow[], start: Head): string {
  let { position, hash: previous } = start;
  let text = '';
  for (const { hash, ...row } of rows) {
    if (row.position !== position + 1) throw new Error(`event ${position + 1} is missing`);
    if (chainHash(previous, row) !== hash) throw new Error(`event ${row.position} was altered`);
    ({ position } = row);
    previous = hash;
    text += `${JSON.stringify(row)}\n`;
  }
  return text;
}

/** Throws for an event that was altered. */
async function* lines(
  db: Queries,
  { from, to }: Range,
  onBatch: (position: number) => void,
): AsyncGenerator<string, void> {
  const [before] = from === 1 ? [] : await rowsAfter(db, from - 2, 1);
  let head: Head = { position: from - 1, hash: before?.hash ?? GENESIS };
  while (head.position < to) {
    const rows = await rowsAfter(db, head.position, Math.min(BATCH, to - head.position));
    const last = rows.at(-1);
    if (!last) return;
    yield linesOf(rows, head);
    head = last;
    onBatch(last.position);
  }
}

/** Prints the events if `file` is empty. */
export async function exportEvents(file: string, given: Asked): Promise<Result> {
  if (file !== '' && existsSync(file)) throw new Error(`${file} is there already: name a new file.`);
  const progress = showProgress('exporting');
  const exported = withReader(async (db) => {
    const { position: end } = await readStatus(db, Date.now());
    const range = { from: given.from ?? 1, to: Math.min(given.to ?? end, end) };
    const events = Math.max(0, range.to - range.from + 1);
    // A program that reads printed events shows its own progress.
    const text = lines(db, range, (at) => file !== '' && progress.reached(at - range.from + 1, events));
    if (file === '') {
      await pipeline(text, process.stdout, { end: false });
      return { lines: [] };
    }
    const target = createWriteStream(file, { fd: openSync(file, 'wx', 0o600) });
    try {
      await (file.endsWith('.zst') ? pipeline(text, createZstdCompress(), target) : pipeline(text, target));
    } catch (error) {
      // A partial export looks complete.
      rmSync(file);
      throw (sqliteCode(error) === null && toFatalError(error, file)) || error;
    }
    return { lines: [`${count(events, 'event')} exported to ${file}.`] };
  });
  return exported.finally(() => progress.done());
}
