/**
 * A segment of the archived log: consecutive events as zstd-compressed NDJSON. Its first line is its header; each further line has an event
 * as stored, its personal data encrypted, without its hash, which follows from the event before it.
 */
import { createHash, hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import type { EventRow } from '../log/event-log.ts';
import { type HashedFields, type Head, chainHash } from '../log/hash-chain.ts';

const FORMAT = 1;
const LEVEL = 3;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** The most that a segment has after decompression: a damaged one must not fill the memory. */
const MOST_BYTES = 512 * 1024 * 1024;

/** What is before a segment. */
export interface SegmentOrigin {
  readonly shop: string;
  /** Number of the writer that made it. */
  readonly epoch: number;
  /** The hash of the event before its first. */
  readonly previous: string;
}

interface Header extends SegmentOrigin {
  readonly format: typeof FORMAT;
  readonly first: number;
  readonly last: number;
  readonly count: number;
  /** The hash of its last event. */
  readonly head: string;
  /** SHA-256 of the lines after the header. */
  readonly sha256: string;
}

/** Events that are not as they were written, in the log or in its archive. */
export class BrokenChain extends Error {}

/** The fields of an event that stand in its line, in this order. */
function lineOf(row: EventRow): string {
  const { position, stream, revision, id, type, version, at, correlation, causation, data } = row;
  return JSON.stringify({ position, stream, revision, id, type, version, at, correlation, causation, data });
}

/** The text of events, a line each, each checked against its hash. Throws `BrokenChain`. */
export function linesOf(rows: readonly EventRow[], start: Head): string {
  let { position, hash: previous } = start;
  let text = '';
  for (const row of rows) {
    if (row.position !== position + 1) throw new BrokenChain(`event ${position + 1} is missing`);
    if (chainHash(previous, row) !== row.hash) throw new BrokenChain(`event ${row.position} is not as it was written`);
    ({ position, hash: previous } = row);
    text += `${lineOf(row)}\n`;
  }
  return text;
}

/**
 * Makes a segment of batches of consecutive events, with other work between the batches. Rejects with `BrokenChain` when an event is not
 * as it was written.
 */
export async function packSegment(
  batches: Iterable<readonly EventRow[]>,
  origin: SegmentOrigin & { readonly after: number },
): Promise<{ readonly bytes: Uint8Array; readonly head: Head }> {
  const { after, ...facts } = origin;
  const digest = createHash('sha256');
  const texts: string[] = [];
  let head: Head = { position: after, hash: origin.previous };
  for (const rows of batches) {
    const text = linesOf(rows, head);
    texts.push(text);
    digest.update(text);
    head = { position: rows.at(-1)!.position, hash: rows.at(-1)!.hash };
    await nextTurn();
  }
  const header: Header = {
    format: FORMAT,
    ...facts,
    first: after + 1,
    last: head.position,
    count: head.position - after,
    head: head.hash,
    sha256: digest.digest('hex'),
  };
  const bytes = await compress([`${JSON.stringify(header)}\n`, ...texts].join(''), {
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  return { bytes, head };
}

function headerIn(line: string): Header {
  const header = JSON.parse(line) as Partial<Header>;
  if (header.format !== FORMAT) throw new BrokenChain(`it has the unknown format ${String(header.format)}`);
  return header as Header;
}

/** The events in lines, with their hashes. Throws `BrokenChain`. */
function rowsIn(lines: string, { first, last, previous, head }: Header): EventRow[] {
  const rows: EventRow[] = [];
  let expected = first;
  let before = previous;
  for (let start = 0; start < lines.length;) {
    const end = lines.indexOf('\n', start);
    const event = JSON.parse(lines.slice(start, end)) as HashedFields;
    if (event.position !== expected) throw new BrokenChain(`event ${expected} is missing`);
    before = chainHash(before, event);
    rows.push({ ...event, hash: before });
    expected += 1;
    start = end + 1;
  }
  if (expected !== last + 1) throw new BrokenChain(`event ${expected} is missing`);
  if (before !== head) throw new BrokenChain(`events ${first} to ${last} are not as they were written`);
  return rows;
}

/**
 * The events of a segment, which must follow `start` in the log of this shop. Rejects with `BrokenChain` when it was altered, cut off,
 * or does not follow.
 */
export async function unpackSegment(
  bytes: Uint8Array,
  { shop, start }: { readonly shop: string; readonly start: Head },
): Promise<EventRow[]> {
  const text = await decompress(bytes, { maxOutputLength: MOST_BYTES }).then(String, (cause: unknown) => {
    throw new BrokenChain('it cannot be decompressed', { cause });
  });
  try {
    const end = text.indexOf('\n');
    const header = headerIn(text.slice(0, end));
    const lines = text.slice(end + 1);
    if (header.shop !== shop) throw new BrokenChain('it is of another site');
    if (header.first !== start.position + 1 || header.previous !== start.hash)
      throw new BrokenChain(`it does not follow event ${start.position}`);
    if (hash('sha256', lines) !== header.sha256) throw new BrokenChain('its checksum does not match its events');
    return rowsIn(lines, header);
  } catch (cause) {
    if (cause instanceof BrokenChain) throw cause;
    throw new BrokenChain('its events cannot be read', { cause });
  }
}
