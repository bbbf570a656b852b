/** Names of the archive's objects. Their order is that of positions, of epochs, and of snapshots. */
export const PREFIX = 'archive/';
export const SEGMENTS = `${PREFIX}log/`;
export const EPOCHS = `${PREFIX}epochs/`;
export const SNAPSHOTS = `${PREFIX}vault/`;

/** Digits of a number in a name: enough for a position in any log. */
const DIGITS = 12;

function padded(number: number): string {
  return String(number).padStart(DIGITS, '0');
}

/** What the name of a segment says. */
export interface Segment {
  readonly key: string;
  readonly first: number;
  readonly last: number;
  /** Number of the writer that made it. */
  readonly epoch: number;
  /** The hash of its last event. */
  readonly head: string;
}

const SEGMENT = /^archive\/log\/(\d{12})-(\d{12})-(\d{12})-([0-9a-f]{64})\.ndjson\.zst$/;

export function segmentKey({ first, last, epoch, head }: Omit<Segment, 'key'>): string {
  return `${SEGMENTS}${padded(first)}-${padded(last)}-${padded(epoch)}-${head}.ndjson.zst`;
}

/** Null for another object. */
export function segmentOf(key: string): Segment | null {
  const [, first, last, epoch, head = ''] = SEGMENT.exec(key) ?? [];
  if (first === undefined) return null;
  return { key, first: Number(first), last: Number(last), epoch: Number(epoch), head };
}

export function epochKey(epoch: number): string {
  return `${EPOCHS}${padded(epoch)}.json`;
}

/** Null for another object. */
export function epochOf(key: string): number | null {
  const [, epoch] = /^archive\/epochs\/(\d{12})\.json$/.exec(key) ?? [];
  return epoch === undefined ? null : Number(epoch);
}

/** What the name of a snapshot of the vault says. */
export interface Snapshot {
  readonly key: string;
  readonly epoch: number;
  /** When it was made, in milliseconds. */
  readonly at: number;
}

/** `number` is its place among those of its epoch. */
export function snapshotKey({ epoch, number, at }: { epoch: number; number: number; at: number }): string {
  return `${SNAPSHOTS}${padded(epoch)}-${padded(number)}-${at}.bin`;
}

/** Null for another object. */
export function snapshotOf(key: string): Snapshot | null {
  const [, epoch, at] = /^archive\/vault\/(\d{12})-\d{12}-(\d{1,15})\.bin$/.exec(key) ?? [];
  return epoch === undefined ? null : { key, epoch: Number(epoch), at: Number(at) };
}
