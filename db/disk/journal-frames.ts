import type { Read } from './read-bytes.ts';

/** Offsets and sizes in bytes, as SQLite's documentation of the WAL format gives them. */
const HEADER = { bytes: 32, pageSize: 8, salt: 16, sum: 24 };
const FRAME = { bytes: 24, pages: 4, salt: 8, sum: 16 };
const SALT_BYTES = 8;

/** Byte order of the words in checksums, by the first number of the journal: whether it is little-endian. */
const BYTE_ORDERS: ReadonlyMap<number, boolean> = new Map([
  [0x377f0682, true],
  [0x377f0683, false],
]);

export type Sum = readonly [number, number];

/** Adds bytes to a checksum. */
function summed([first, second]: Sum, bytes: Buffer, isLittleEndian: boolean): Sum {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [a, b] = [first, second];
  for (let at = 0; at < bytes.byteLength; at += 8) {
    a = (a + words.getUint32(at, isLittleEndian) + b) >>> 0;
    b = (b + words.getUint32(at + 4, isLittleEndian) + a) >>> 0;
  }
  return [a, b];
}

function isSumAt(bytes: Buffer, at: number, sum: Sum): boolean {
  return bytes.readUInt32BE(at) === sum[0] && bytes.readUInt32BE(at + 4) === sum[1];
}

interface Frame {
  /** Counts from 1. */
  readonly page: number;
  /** Size of the database in pages after a COMMIT that ends with this frame; 0 for any other frame. */
  readonly pagesAfter: number;
  readonly content: Buffer;
}

interface Header {
  readonly isLittleEndian: boolean;
  readonly frameBytes: number;
  /** Present in every valid frame. */
  readonly salt: Buffer;
  readonly sum: Sum;
}

/** The header of a journal; null when the journal is empty or its first bytes are incomplete. */
export function headerOf(read: Read): Header | null {
  const header = read(0, HEADER.bytes);
  const isLittleEndian = header.length < HEADER.bytes ? undefined : BYTE_ORDERS.get(header.readUInt32BE(0));
  if (isLittleEndian === undefined) return null;
  const sum = summed([0, 0], header.subarray(0, HEADER.sum), isLittleEndian);
  if (!isSumAt(header, HEADER.sum, sum)) return null;
  const salt = header.subarray(HEADER.salt, HEADER.salt + SALT_BYTES);
  return { isLittleEndian, frameBytes: FRAME.bytes + header.readUInt32BE(HEADER.pageSize), salt, sum };
}

/** Where to start reading a journal: after a number of frames with this checksum. */
interface Place {
  readonly frames: number;
  readonly sum: Sum;
}

/** The valid frames: up to the first that was not written, or not completely. */
function* framesOf(
  read: Read,
  { isLittleEndian, frameBytes, salt, sum: begun }: Header,
  { frames, sum: start }: Place = { frames: 0, sum: begun },
): Generator<Frame, void> {
  let sum = start;
  for (let at = HEADER.bytes + frames * frameBytes; ; at += frameBytes) {
    const frame = read(at, frameBytes);
    if (frame.length < frameBytes) return;
    const content = frame.subarray(FRAME.bytes);
    if (!frame.subarray(FRAME.salt, FRAME.sum).equals(salt)) return;
    sum = summed(summed(sum, frame.subarray(0, FRAME.salt), isLittleEndian), content, isLittleEndian);
    if (!isSumAt(frame, FRAME.sum, sum)) return;
    yield { page: frame.readUInt32BE(0), pagesAfter: frame.readUInt32BE(FRAME.pages), content };
  }
}

/** Whether a transaction was committed after this place in a journal; by default from its beginning. */
export function isCommittedAfter(read: Read, header: Header, place?: Place): boolean {
  for (const { pagesAfter } of framesOf(read, header, place)) if (pagesAfter > 0) return true;
  return false;
}

/** The first page of the database as a journal has committed it last; null when it has not. */
export function firstPageIn(read: Read, header: Header): Buffer | null {
  let committed: Buffer | null = null;
  let written: Buffer | null = null;
  for (const { page, pagesAfter, content } of framesOf(read, header)) {
    if (page === 1) written = content;
    if (pagesAfter > 0) committed = written;
  }
  return committed;
}

/**
 * The first frame of a journal that SQLite ignores although it, or one behind it, has the journal's salt: its bytes have changed since.
 * 0 for the header; null when there is none. At the end of a journal it may also be a transaction that a crash cut off.
 */
export function firstIgnoredFrame(read: Read): number | null {
  const header = headerOf(read);
  if (!header) return read(HEADER.bytes, FRAME.bytes).length === FRAME.bytes ? 0 : null;
  const valid = [...framesOf(read, header)].length;
  for (let index = valid; ; index++) {
    const frame = read(HEADER.bytes + index * header.frameBytes, FRAME.bytes);
    if (frame.length < FRAME.bytes) return null;
    if (frame.subarray(FRAME.salt, FRAME.sum).equals(header.salt)) return valid + 1;
  }
}

/** Merges a journal into its database: with every committed transaction, as SQLite does when it opens both. */
export function joinJournal(database: Buffer, journal: Buffer): Buffer {
  const pages = new Map<number, Buffer>();
  const uncommitted = new Map<number, Buffer>();
  let bytes = database.length;
  const read: Read = (at, length) => journal.subarray(at, at + length);
  const header = headerOf(read);
  for (const { page, pagesAfter, content } of header ? framesOf(read, header) : []) {
    uncommitted.set(page, content);
    if (pagesAfter === 0) continue;
    for (const [written, newest] of uncommitted) pages.set(written, newest);
    uncommitted.clear();
    bytes = pagesAfter * content.length;
  }
  const joined = Buffer.alloc(bytes);
  database.copy(joined);
  for (const [page, content] of pages) content.copy(joined, (page - 1) * content.length);
  return joined;
}
