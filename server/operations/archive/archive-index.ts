import { z } from 'zod';
import type { CallOptions, ObjectStorage } from '../../outside/storage/port.ts';
import { type ArchivePlan, type Epoch, planOf } from './archive-plan.ts';
import {
  EPOCHS,
  SEGMENTS,
  SNAPSHOTS,
  type Segment,
  type Snapshot,
  epochKey,
  epochOf,
  segmentOf,
  snapshotOf,
} from './object-names.ts';

/** What the archive in a bucket has, by the names of its objects. */
export interface ArchiveIndex extends ArchivePlan {
  /** The claims that are kept, the last one last. */
  readonly epochs: readonly Epoch[];
  readonly all: readonly Segment[];
  /** In the order in which they were made. */
  readonly snapshots: readonly Snapshot[];
}

/** Events that are missing in the archive, though it has later ones. */
export interface Gap {
  readonly first: number;
  readonly last: number;
}

export function gapOf({ head, behindGap }: Pick<ArchiveIndex, 'head' | 'behindGap'>): Gap | null {
  return behindGap ? { first: head.position + 1, last: behindGap.first - 1 } : null;
}

const EPOCH_BYTES = 10_000;

const epochSchema = z.object({
  epoch: z.int().positive(),
  shop: z.string(),
  // The first claims had none: their archive is not sealed.
  key: z.string().default(''),
  after: z.object({ position: z.int().nonnegative(), hash: z.string() }),
});

/** An object of the archive is not what it should be. */
export class ArchiveDamaged extends Error {
  readonly key: string;

  constructor(key: string, why: string, options?: ErrorOptions) {
    super(`the archive's object ${key} is damaged: ${why}`, options);
    this.key = key;
  }
}

/** The numbers of the claims after one. */
export async function epochsAfter(storage: ObjectStorage, epoch: number, options: CallOptions = {}): Promise<number[]> {
  const found: number[] = [];
  for await (const page of storage.list(EPOCHS, { ...options, after: epochKey(epoch) })) {
    for (const { key } of page) {
      const number = epochOf(key);
      if (number !== null) found.push(number);
    }
  }
  return found;
}

async function readEpoch(storage: ObjectStorage, epoch: number, options: CallOptions): Promise<Epoch[]> {
  const key = epochKey(epoch);
  const stored = await storage.get(key, { ...options, maxBytes: EPOCH_BYTES });
  // A newer writer has removed it since the list was made.
  if (stored === null) return [];
  try {
    return [epochSchema.parse(JSON.parse(Buffer.from(stored.bytes).toString()))];
  } catch (cause) {
    throw new ArchiveDamaged(key, 'it cannot be read', { cause });
  }
}

async function named<Named>(
  storage: ObjectStorage,
  prefix: string,
  nameOf: (key: string) => Named | null,
  options: CallOptions,
): Promise<Named[]> {
  const found: Named[] = [];
  for await (const page of storage.list(prefix, options)) {
    found.push(...page.map(({ key }) => nameOf(key)).filter((name) => name !== null));
  }
  return found;
}

/** Lists the snapshots of the vault, in the order in which they were made. */
export function readSnapshots(storage: ObjectStorage, options: CallOptions = {}): Promise<Snapshot[]> {
  return named(storage, SNAPSHOTS, snapshotOf, options);
}

/** Reads the names of all objects of the archive. Null when there is no archive. */
export async function readIndex(storage: ObjectStorage, options: CallOptions = {}): Promise<ArchiveIndex | null> {
  // First: segments that are written meanwhile by a writer that has lost the archive are void.
  const numbers = await epochsAfter(storage, 0, options);
  const epochs = (await Promise.all(numbers.map((number) => readEpoch(storage, number, options)))).flat();
  if (epochs.length === 0) return null;
  const [all, snapshots] = await Promise.all([
    named(storage, SEGMENTS, segmentOf, options),
    readSnapshots(storage, options),
  ]);
  return { ...planOf(all, epochs), epochs, all, snapshots };
}
