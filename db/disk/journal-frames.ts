/** Reads so many bytes from here on; fewer at the end. */
type Read = (at: number, bytes: number) => Buffer;

/** Offsets and sizes in bytes, as SQLite's documentation of the WAL format gives them. */
const HEADER = { bytes: 32, pageSize: 8, salt: 16, sum: 24 };
const FRAME = { bytes: 24, pages: 4, salt: 8, sum: 16 };
const SALT_BYTES = 8;

/** Byte order of the words in checksums, by the first number of the journal: whether it is little-endian. */
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
function headerOf(read: Read): Header | null {
  const header = read(0, HEADER.bytes);
  const isLittleEndian = header.length < HEADER.bytes ? undefined : BYTE_ORDERS.get(header.readUInt32BE(0));
  if (isLittleEndian === undefined) return null;
  const sum = summed([0, 0], header.subarray(0, HEADER.sum), isLittleEndian);
  if (!isSumAt(header, HEADER.sum, sum)) return null;
  const salt = header.subarray(HEADER.salt, HEADER.salt + SALT_BYTES);
  return { isLittleEndian, frameBytes: FRAME.bytes + header.readUInt32BE(HEADER.pageSize), salt, sum };
}

/** The valid frames: up to the first that was not written, or not completely. */
function* framesOf(read: Read, { isLittleEndian, frameBytes, salt, sum: start }: Header): Generator<Frame, void> {
  let sum = start;
  for (let at = HEADER.bytes; ; at += frameBytes) {
    const frame = read(at, frameBytes);
    if (frame.length < frameBytes) return;
    const content = frame.subarray(FRAME.bytes);
    if (!frame.subarray(FRAME.salt, FRAME.sum).equals(salt)) return;
    sum = summed(summed(sum, frame.subarray(0, FRAME.salt), isLittleEndian), content, isLittleEndian);
    if (!isSumAt(frame, FRAME.sum, sum)) return;
    yield { page: frame.readUInt32BE(0), pagesAfter: frame.readUInt32BE(FRAME.pages), content };
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
