/** Offsets and sizes in bytes, as SQLite's documentation of the WAL format gives them. */
const HEADER = { bytes: 32, pageSize: 8, salt: 16, sum: 24 };
const FRAME = { bytes: 24, pages: 4, salt: 8, sum: 16 };
const SALT_BYTES = 8;

/** Whether the words that checksums add up are little-endian, by the first number of the journal. */
const BYTE_ORDERS: ReadonlyMap<number, boolean> = new Map([
  [0x377f0682, true],
  [0x377f0683, false],
]);

type Sum = readonly [number, number];

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
  /** Pages of the database after the COMMIT that the frame ends; 0 for a frame that ends none. */
  readonly pagesAfter: number;
  readonly content: Buffer;
}

/** The frames that count: from the beginning up to the first that was not written, or not to its end. */
function* framesOf(journal: Buffer): Generator<Frame, void> {
  const isLittleEndian = journal.length < HEADER.bytes ? undefined : BYTE_ORDERS.get(journal.readUInt32BE(0));
  if (isLittleEndian === undefined) return;
  let sum = summed([0, 0], journal.subarray(0, HEADER.sum), isLittleEndian);
  if (!isSumAt(journal, HEADER.sum, sum)) return;
  const salt = journal.subarray(HEADER.salt, HEADER.salt + SALT_BYTES);
  const size = FRAME.bytes + journal.readUInt32BE(HEADER.pageSize);
  for (let at = HEADER.bytes; at + size <= journal.length; at += size) {
    const frame = journal.subarray(at, at + size);
    const content = frame.subarray(FRAME.bytes);
    sum = summed(summed(sum, frame.subarray(0, FRAME.salt), isLittleEndian), content, isLittleEndian);
    if (!frame.subarray(FRAME.salt, FRAME.sum).equals(salt) || !isSumAt(frame, FRAME.sum, sum)) return;
    yield { page: frame.readUInt32BE(0), pagesAfter: frame.readUInt32BE(FRAME.pages), content };
  }
}

/** A database as its journal left it: with every transaction that was committed, as SQLite joins them when it opens both. */
export function joinJournal(database: Buffer, journal: Buffer): Buffer {
  const pages = new Map<number, Buffer>();
  const uncommitted = new Map<number, Buffer>();
  let bytes = database.length;
  for (const { page, pagesAfter, content } of framesOf(journal)) {
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
