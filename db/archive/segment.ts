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

const NEWLINE = 0x0a;
const COMMA = 0x2c;

/** Makes one JSON array of lines, in their place: parsing all at once is much faster. No JSON text has a newline in it. */
function asArray(bytes: Buffer, from: number): Buffer {
  for (let at = bytes.indexOf(NEWLINE, from); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) bytes[at] = COMMA;
  const all = bytes.subarray(from - 1);
  all.write('[');
  all.write(']', all.length - 1);
  return all;
}

/** Completes events with their hashes. Throws `BrokenChain`. */
function withHashes(rows: (HashedFields & { hash: string })[], { first, last, previous, head }: Header): EventRow[] {
  let expected = first;
  let before = previous;
  for (const row of rows) {
    if (row.position !== expected) throw new BrokenChain(`event ${expected} is missing`);
    before = chainHash(before, row);
    row.hash = before;
    expected += 1;
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
  const content = await decompress(bytes, { maxOutputLength: MOST_BYTES }).catch((cause: unknown) => {
    throw new BrokenChain('it cannot be decompressed', { cause });
  });
  try {
    const lines = content.indexOf(NEWLINE) + 1;
    const header = headerIn(content.toString('utf8', 0, lines));
    if (header.shop !== shop) throw new BrokenChain('it is of another site');
    if (header.first !== start.position + 1 || header.previous !== start.hash)
      throw new BrokenChain(`it does not follow event ${start.position}`);
    if (hash('sha256', content.subarray(lines)) !== header.sha256)
      throw new BrokenChain('its checksum does not match its events');
    return withHashes(JSON.parse(asArray(content, lines).toString()) as (HashedFields & { hash: string })[], header);
  } catch (cause) {
    if (cause instanceof BrokenChain) throw cause;
    throw new BrokenChain('its events cannot be read', { cause });
  }
}
