/** Which segments of an archive make up its log. */
import { GENESIS, type Head } from '#db/log/hash-chain.ts';
import type { Segment } from './object-names.ts';

/** A writer's claim on the archive: it goes on after this event. */
export interface Epoch {
  readonly epoch: number;
  readonly shop: string;
  /** Stands for the key under which its writer seals segments. */
  readonly key: string;
  readonly after: Head;
}

export interface ArchivePlan {
  /** In order, each beginning where the one before ends. */
  readonly segments: readonly Segment[];
  /** The end of the archived log. */
  readonly head: Head;
  /** The first segment behind a gap; null when nothing is missing. */
  readonly behindGap: Segment | null;
}

/**
 * Joins segments. What a writer wrote after a later one had claimed the archive does not count. Of several segments that begin at the same
 * event that of the latest writer counts, and of those the longest: a pack of shorter ones.
 */
export function planOf(segments: readonly Segment[], epochs: readonly Epoch[]): ArchivePlan {
  const isVoid = ({ epoch, last }: Segment) =>
    epochs.some((later) => later.epoch > epoch && last > later.after.position);
  const valid = segments.filter((segment) => !isVoid(segment));
  const byFirst = new Map<number, Segment>();
  for (const segment of valid) {
    const other = byFirst.get(segment.first);
    if (!other || comesBefore(segment, other)) byFirst.set(segment.first, segment);
  }
  const joined: Segment[] = [];
  let head: Head = { position: 0, hash: GENESIS };
  for (let next = byFirst.get(1); next; next = byFirst.get(head.position + 1)) {
    joined.push(next);
    head = { position: next.last, hash: next.head };
  }
  return { segments: joined, head, behindGap: valid.find(({ first }) => first > head.position + 1) ?? null };
}

function comesBefore(a: Segment, b: Segment): boolean {
  return a.epoch === b.epoch ? a.last > b.last : a.epoch > b.epoch;
}

/** Why a log may not go on in an archive; null when it may. */
export type Disagreement = 'other-site' | 'other-key' | 'log-behind' | 'log-forked' | 'gap';

/**
 * Compares an archive with a log, and with the `key` under which it goes on. `hashAt` returns the hash of the log's event at a position, null
 * when it has none.
 */
export function disagreementOf(
  { head, behindGap }: Pick<ArchivePlan, 'head' | 'behindGap'>,
  epochs: readonly Epoch[],
  log: { readonly shop: string; readonly key: string; readonly hashAt: (position: number) => string | null },
): Disagreement | null {
  if (epochs.some(({ shop }) => shop !== log.shop)) return 'other-site';
  if (epochs.at(-1)?.key !== log.key) return 'other-key';
  // Its end matters more than the gap: what it lacks may be sold again.
  if (behindGap) return log.hashAt(behindGap.last) === null ? 'log-behind' : 'gap';
  const hash = log.hashAt(head.position);
  if (hash === null) return 'log-behind';
  return hash === head.hash ? null : 'log-forked';
}

/**
 * The last end of a segment that the log agrees with: where a log goes on that has lost what the archive has beyond. The claim of its
 * writer makes the later segments void.
 */
export function lastAgreement(segments: readonly Segment[], hashAt: (position: number) => string | null): Head {
  const last = segments.findLast(({ last, head }) => hashAt(last) === head);
  return last ? { position: last.last, hash: last.head } : { position: 0, hash: GENESIS };
}

/** So many segments are packed into one, if it has at most so many events. */
const PACKED = 64;
const PACKED_EVENTS = 10_000;

/** The last segments, if there are enough short ones to replace them by one; else none. `segments` are joined, in order. */
export function runToPack(segments: readonly Segment[]): readonly Segment[] {
  let start = segments.length;
  let events = 0;
  for (; start > 0; start--) {
    const { first, last } = segments[start - 1]!;
    events += last - first + 1;
    if (events > PACKED_EVENTS) break;
  }
  return segments.length - start >= PACKED ? segments.slice(start) : [];
}

/** How long snapshots of the vault are kept, in milliseconds: so long may a forgotten customer's key be in the archive. */
const KEPT_MS = 48 * 3_600_000;
/** Snapshots that are always kept, unless they are too old. */
const KEPT = 5;
const HOUR_MS = 3_600_000;

/**
 * Snapshots to delete: all that are older than two days but the newest, and those of the last two days beyond the newest five and one an
 * hour. `snapshots` are in the order in which they were made.
 */
export function snapshotsToDelete<Each extends { readonly at: number }>(
  snapshots: readonly Each[],
  now: number,
): Each[] {
  const hours = new Set<number>();
  return snapshots.toReversed().filter(({ at }, index) => {
    if (index === 0) return false;
    if (now - at > KEPT_MS) return true;
    const hour = Math.floor(at / HOUR_MS);
    const isOfHour = !hours.has(hour);
    hours.add(hour);
    return index >= KEPT && !isOfHour;
  });
}
