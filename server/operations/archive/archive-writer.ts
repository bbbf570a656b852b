import { EVENTS_COMMAND } from '#db/disk/events-command.ts';
import type { ArchiveSource } from '#db/archive/archive-source.ts';
import { markOf, sealSegment } from '#db/archive/segment-seal.ts';
import { packSegment } from '#db/archive/segment.ts';
import { sealSnapshot } from '#db/archive/vault-snapshot.ts';
import { GENESIS, type Head } from '#db/log/hash-chain.ts';
import type { CallOptions, ObjectStorage } from '../../outside/storage/port.ts';
import { ArchiveDamaged, type ArchiveIndex, epochsAfter, readIndex, readSnapshots } from './archive-index.ts';
import {
  type Disagreement,
  type Epoch,
  disagreementOf,
  lastAgreement,
  runToPack,
  snapshotsToDelete,
} from './archive-plan.ts';
import { type Segment, epochKey, segmentKey, snapshotKey } from './object-names.ts';

const TYPE = 'application/octet-stream';

/** Claims that are kept: the last one decides, the others show who wrote before. */
const EPOCHS_KEPT = 10;

/** How often a claim is tried while other writers start. */
const CLAIMS = 5;

const MEANINGS: Readonly<Record<Disagreement, string>> = {
  'other-key': `the archive was written under another ARCHIVE_KEY: set that one again, or stop the server and run \`${EVENTS_COMMAND} archive --adopt\`, which writes a new archive`,
  'other-site': 'the bucket has the archive of another site: give this one a bucket of its own',
  gap: `events are missing in the archive: run \`${EVENTS_COMMAND} verify --archive\``,
  'log-behind': `the archive has events that halfday.db lacks: stop the server and run \`${EVENTS_COMMAND} status\``,
  'log-forked': `the archive has other events than halfday.db: stop the server and run \`${EVENTS_COMMAND} status\``,
};

/** The archive has events that the log lacks. */
const LOG_BEHIND: ReadonlySet<Disagreement> = new Set(['log-behind', 'log-forked']);

/** The archive may not be written. The message says what the operator can do. */
export class ArchiveRefused extends Error {
  /** Whether another writer has the archive: this process never writes to it again. */
  readonly isSuperseded: boolean;
  /** Whether the archive has events that the log lacks. */
  readonly isLogBehind: boolean;

  constructor(reason: string, { isSuperseded = false, isLogBehind = false } = {}) {
    super(reason);
    this.isSuperseded = isSuperseded;
    this.isLogBehind = isLogBehind;
  }
}

export interface ArchiveParts {
  readonly storage: ObjectStorage;
  readonly source: ArchiveSource;
  /** Encrypts the vault's snapshots, and seals the segments. */
  readonly archiveKey: string;
  readonly now: () => number;
}

/**
 * The one writer of an archive. It claims the archive with a number that no other writer has; each later claim ends this one's right, and
 * what it writes after that does not count. Objects are written once: what a crash repeats is there already.
 */
export class ArchiveWriter {
  readonly #parts: ArchiveParts;
  readonly #epoch: Epoch;
  #segments: readonly Segment[];
  #head: Head;
  #made = 0;
  #vaultStamp: number | null = null;

  private constructor(parts: ArchiveParts, epoch: Epoch, segments: readonly Segment[]) {
    this.#parts = parts;
    this.#epoch = epoch;
    this.#segments = segments.filter(({ last }) => last <= epoch.after.position);
    this.#head = epoch.after;
  }

  /**
   * Claims the archive. Rejects with `ArchiveRefused` when it does not belong to this log or has events that the log lacks; with `adopts`
   * the archive goes on from where the log agrees with it, and what it has beyond does not count any more.
   */
  static async claim(
    parts: ArchiveParts,
    { adopts = false, ...options }: CallOptions & { adopts?: boolean } = {},
  ): Promise<ArchiveWriter> {
    for (let tries = 1; tries <= CLAIMS; tries++) {
      const index = await readIndex(parts.storage, options);
      const key = markOf(parts.archiveKey);
      const after = goesOnAfter(parts.source, index, { key, adopts });
      const epoch = { epoch: (index?.epochs.at(-1)?.epoch ?? 0) + 1, shop: parts.source.shop, key, after };
      if (await isClaimed(parts, epoch, options)) {
        await forgetOldClaims(parts.storage, index, options);
        return new ArchiveWriter(parts, epoch, index?.segments ?? []);
      }
    }
    throw new ArchiveRefused('other servers keep claiming the archive: only one may run');
  }

  /** The end of the archived log. */
  get head(): Head {
    return this.#head;
  }

  /** Archives up to `most` further events. Resolves with whether none are left. */
  async archiveEvents(most: number, options: CallOptions = {}): Promise<boolean> {
    const end = this.#parts.source.head.position;
    const { position: after } = this.#head;
    if (after === end) return true;
    const segment = await this.#putSegment(
      { previous: this.#head.hash, after, through: Math.min(end, after + most) },
      options,
    );
    this.#segments = [...this.#segments, segment];
    this.#head = { position: segment.last, hash: segment.head };
    return segment.last === end;
  }

  /**
   * Replaces the last segments by one that has their events, if there are many short ones: a restore reads few long ones much faster.
   */
  async packSegments(options: CallOptions = {}): Promise<void> {
    const run = runToPack(this.#segments);
    const [first, last] = [run[0], run.at(-1)];
    if (!first || !last) return;
    const after = first.first - 1;
    const previous = this.#parts.source.hashAt(after);
    if (previous === null) throw new ArchiveRefused(MEANINGS['log-behind'], { isLogBehind: true });
    const packed = await this.#putSegment({ previous, after, through: last.last }, options);
    this.#segments = [...this.#segments.slice(0, -run.length), packed];
    await this.#parts.storage.delete(
      run.map(({ key }) => key),
      options,
    );
  }

  async #putSegment(
    { previous, ...range }: { readonly previous: string; readonly after: number; readonly through: number },
    options: CallOptions,
  ): Promise<Segment> {
    const { source, storage, archiveKey } = this.#parts;
    const { epoch, shop } = this.#epoch;
    const { bytes, head } = await packSegment(source.batches(range), { shop, epoch, previous, after: range.after });
    const named = { first: range.after + 1, last: head.position, epoch, head: head.hash };
    const key = segmentKey(named);
    await this.#demandRight(options);
    await putOnce(storage, key, sealSegment(bytes, { secret: archiveKey, name: key }), options);
    return { key, ...named };
  }

  /** Whether the vault has changed since it was archived last. */
  get isVaultBehind(): boolean {
    return this.#parts.source.vaultStamp !== this.#vaultStamp;
  }

  /** Archives the vault as it is now. */
  async archiveVault(options: CallOptions = {}): Promise<void> {
    const { storage, source, archiveKey, now } = this.#parts;
    const stamp = source.vaultStamp;
    const snapshot = source.snapshot();
    const { epoch } = this.#epoch;
    const at = now();
    const key = snapshotKey({ epoch, number: (this.#made += 1), at });
    const bytes = await sealSnapshot(snapshot, { secret: archiveKey, name: key });
    await this.#demandRight(options);
    await putOnce(storage, key, bytes, options);
    this.#vaultStamp = stamp;
  }

  /** Deletes snapshots of the vault that are too old, or too many; also those that another writer, or a call without an answer, has left. */
  async deleteSnapshots(options: CallOptions = {}): Promise<void> {
    const { storage, now } = this.#parts;
    const old = snapshotsToDelete(await readSnapshots(storage, options), now());
    await storage.delete(
      old.map(({ key }) => key),
      options,
    );
  }

  /** Rejects with `ArchiveRefused` when another writer has claimed the archive since, and with `ArchiveDamaged` when its own claim is gone. */
  async #demandRight(options: CallOptions): Promise<void> {
    const { epoch } = this.#epoch;
    const claims = await epochsAfter(this.#parts.storage, epoch - 1, options);
    if (!claims.includes(epoch)) throw new ArchiveDamaged(epochKey(epoch), 'it is gone');
    if (claims.length === 1) return;
    throw new ArchiveRefused(
      'another server writes to the archive: only one may run. Stop one of them; a start of this one takes the archive back',
      { isSuperseded: true },
    );
  }
}

/** Where this log goes on in the archive. Throws `ArchiveRefused`. */
function goesOnAfter(
  source: ArchiveSource,
  index: ArchiveIndex | null,
  { key, adopts }: { readonly key: string; readonly adopts: boolean },
): Head {
  if (!index) return { position: 0, hash: GENESIS };
  const hashAt = (position: number) => source.hashAt(position);
  const why = disagreementOf(index, index.epochs, { shop: source.shop, key, hashAt });
  if (why === null) return index.head;
  if (!adopts || why === 'other-site') throw new ArchiveRefused(MEANINGS[why], { isLogBehind: LOG_BEHIND.has(why) });
  return why === 'other-key' ? { position: 0, hash: GENESIS } : lastAgreement(index.segments, hashAt);
}

/** Claims the archive; false when another writer had the number first. */
async function isClaimed({ storage }: ArchiveParts, epoch: Epoch, options: CallOptions): Promise<boolean> {
  const bytes = Buffer.from(JSON.stringify({ ...epoch, claim: crypto.randomUUID() }));
  const key = epochKey(epoch.epoch);
  const put = await storage.put(key, bytes, { ...options, contentType: 'application/json', ifNoneMatch: true });
  // The first attempt of a repeated call may have written it.
  return put === 'stored' || bytes.equals((await storage.get(key, options))?.bytes ?? Buffer.alloc(0));
}

async function forgetOldClaims(
  storage: ObjectStorage,
  index: ArchiveIndex | null,
  options: CallOptions,
): Promise<void> {
  const old = index?.epochs.slice(0, -EPOCHS_KEPT) ?? [];
  if (old.length > 0)
    await storage.delete(
      old.map(({ epoch }) => epochKey(epoch)),
      options,
    );
}

/** Writes an object that may be there from an earlier attempt. Rejects with `ArchiveDamaged` when it is another. */
async function putOnce(storage: ObjectStorage, key: string, bytes: Uint8Array, options: CallOptions): Promise<void> {
  const put = await storage.put(key, bytes, { ...options, contentType: TYPE, ifNoneMatch: true });
  if (put === 'stored') return;
  const there = await storage.get(key, { ...options, maxBytes: bytes.length });
  if (there === null || !Buffer.from(there.bytes).equals(bytes))
    throw new ArchiveDamaged(key, 'it is not what was written');
}
