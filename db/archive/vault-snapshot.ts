/**
 * A copy of the vault, with what the log's file has beside its events: compressed, and encrypted under a key that is in neither of the
 * two files.
 */
import { hkdfSync, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { Head } from '../log/hash-chain.ts';
import { IV_BYTES, TAG_BYTES, decrypt, encrypt } from '../vault/aes-gcm.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const FORMAT = 1;
const MOST_BYTES = 2 ** 31;

/** The tables beside the events that no event can restore. */
export interface FollowerRows {
  readonly checkpoints: readonly { readonly follower: string; readonly position: number }[];
  readonly postponed: readonly {
    readonly follower: string;
    readonly position: number;
    readonly lane: string;
    readonly attempts: number;
    readonly due: number | null;
    readonly done: string;
  }[];
}

/** What a snapshot says of itself. */
export interface SnapshotFacts {
  readonly shop: string;
  /** The end of the log when it was made. */
  readonly log: Head;
  /** The operator has accepted that keys of events up to this position are lost. */
  readonly keysLostUntil: number;
  readonly followers: FollowerRows;
}

export interface VaultSnapshot extends SnapshotFacts {
  /** The content of `vault.db`. */
  readonly vault: Uint8Array;
}

/** The snapshot was altered, or encrypted under another key. */
export class SnapshotUnreadable extends Error {}

function keyFrom(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'archived vault', 32));
}

interface SnapshotLock {
  readonly secret: string;
  /** The snapshot's name: no other snapshot can be put in its place. */
  readonly name: string;
}

/** Encrypts a snapshot: the nonce, the tag, and the compressed content. */
export async function sealSnapshot(
  { vault, ...facts }: VaultSnapshot,
  { secret, name }: SnapshotLock,
): Promise<Uint8Array> {
  const header = Buffer.from(`${JSON.stringify({ format: FORMAT, ...facts })}\n`);
  const content = await compress(Buffer.concat([header, vault]));
  const iv = randomBytes(IV_BYTES);
  const { tag, text } = encrypt({ key: keyFrom(secret), iv, bound: name }, content);
  return Buffer.concat([iv, tag, text]);
}

/** Decrypts a snapshot. Rejects with `SnapshotUnreadable`. */
export async function openSnapshot(bytes: Uint8Array, { secret, name }: SnapshotLock): Promise<VaultSnapshot> {
  try {
    const all = Buffer.from(bytes);
    const lock = { key: keyFrom(secret), iv: all.subarray(0, IV_BYTES), bound: name };
    const tag = all.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
    const sealed = decrypt(lock, { tag, text: all.subarray(IV_BYTES + TAG_BYTES) });
    const content = await decompress(sealed, { maxOutputLength: MOST_BYTES });
    const end = content.indexOf(10);
    const { format, ...facts } = JSON.parse(content.subarray(0, end).toString()) as SnapshotFacts & { format: number };
    if (format !== FORMAT) throw new Error(`unknown format ${format}`);
    return { ...facts, vault: content.subarray(end + 1) };
  } catch (cause) {
    throw new SnapshotUnreadable('it was altered, or encrypted under another ARCHIVE_KEY', { cause });
  }
}
