import { pipeline } from 'node:stream/promises';
import { type EventRow, GENESIS, type Head, chainHash } from '#db/log/hash-chain.ts';
import { logHead, rowsAfter } from '#db/queries/log.ts';
import type { Queries } from '#db/tables.ts';
import type { Result } from './command.ts';
import { withReader } from './site.ts';

const BATCH = 1000;

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
async function* lines(db: Queries, from: number, to: number): AsyncGenerator<string, void> {
  const [before] = from === 1 ? [] : await rowsAfter(db, from - 2, 1);
  let head: Head = { position: from - 1, hash: before?.hash ?? GENESIS };
  while (head.position < to) {
    const rows = await rowsAfter(db, head.position, Math.min(BATCH, to - head.position));
    const last = rows.at(-1);
    if (!last) return;
    yield linesOf(rows, head);
    head = last;
  }
}

interface Asked {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** Prints the events that the log has at the start. */
export function exportEvents({ from = 1, to = Infinity }: Asked): Promise<Result> {
  return withReader(async (db) => {
    const { position: end } = (await logHead(db)) ?? { position: 0 };
    await pipeline(lines(db, from, Math.min(to, end)), process.stdout, { end: false });
    return { lines: [] };
  });
}
