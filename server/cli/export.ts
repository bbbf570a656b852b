import { createWriteStream, existsSync } from 'node:fs';
import { finished, pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import type { EventLog, EventRow } from '#db/log/event-log.ts';
import { type Head, chainHash } from '#db/log/hash-chain.ts';
import { openFolderReader } from '#db/open-store.ts';
import { logFolder } from './data-folder.ts';
import { progressOn } from './progress.ts';
import { EXIT, type Given, Misused, type Verb, count, numberIn, printJson } from './verb.ts';

const BATCH = 1000;

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The text of events, a line each, each checked against its hash, which is left out. */
function linesOf(rows: readonly EventRow[], start: Head): string {
  let { position, hash: previous } = start;
  let text = '';
  for (const { hash, ...row } of rows) {
    if (row.position !== position + 1) throw new Error(`event ${position + 1} is missing`);
    if (chainHash(previous, row) !== hash) throw new Error(`event ${row.position} is not as it was written`);
    ({ position } = row);
    previous = hash;
    text += `${JSON.stringify(row)}\n`;
  }
  return text;
}

/** The lines of the events in a range. Throws for an event that is not as it was written. */
function* lines(log: EventLog, { from, to }: Range, onBatch: (position: number) => void): Generator<string, void> {
  let head = { position: from - 1, hash: log.hashAt(from - 1) ?? '' };
  while (head.position < to) {
    const rows = log.readAfter(head.position, Math.min(BATCH, to - head.position));
    const last = rows.at(-1);
    if (!last) return;
    yield linesOf(rows, head);
    head = { position: last.position, hash: last.hash };
    onBatch(last.position);
  }
}

async function run(given: Given): Promise<number> {
  const [file] = given.names;
  if (given.isJson && file === undefined) throw new Misused('--json needs a file: without one the events are printed.');
  const reader = openFolderReader(logFolder());
  const progress = progressOn(process.stderr, 'exporting');
  try {
    const end = reader.log.head().position;
    const range = { from: numberIn(given, 'from') ?? 1, to: Math.min(numberIn(given, 'to') ?? end, end) };
    const events = Math.max(0, range.to - range.from + 1);
    // Printed events are read by a program, which shows its own progress.
    const reached = file === undefined ? () => {} : (at: number) => progress.reached(at - range.from + 1, events);
    const text = lines(reader.log, range, reached);
    if (file !== undefined && existsSync(file)) throw new Error(`${file} is there already: name a new file.`);
    if (file === undefined) await printed(text);
    else if (file.endsWith('.zst'))
      await pipeline(text, createZstdCompress(), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    else await pipeline(text, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    progress.done();
    if (given.isJson) printJson({ file, events, ...range });
    else if (file !== undefined) console.log(`${count(events, 'event')} exported to ${file}.`);
    return EXIT.done;
  } finally {
    progress.done();
    reader.close();
  }
}

async function printed(text: Iterable<string>): Promise<void> {
  for (const part of text) {
    if (process.stdout.write(part)) continue;
    await Promise.race([new Promise((resolve) => process.stdout.once('drain', resolve)), finished(process.stdout)]);
  }
}

export const exportVerb: Verb = {
  words: '[file] [--from N] [--to N]',
  about: 'Writes events as they are stored, a JSON text a line.',
  help: `Writes the events to a new file, compressed with zstd when its name ends with .zst, or prints them without one. Personal
details stay encrypted. Each event is checked against its hash. Works beside a running server.

  --from N   The first position (1).
  --to N     The last position (the last event).`,
  options: { from: { type: 'string' }, to: { type: 'string' } },
  names: { least: 0, most: 1 },
  run,
};
