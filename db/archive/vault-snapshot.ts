/** A copy of the tables that no event can restore: compressed, and encrypted under a key that is not in the database. */
import { hkdfSync, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { Head } from '../log/hash-chain.ts';
import { IV_BYTES, TAG_BYTES, decrypt, encrypt } from '../vault/aes-gcm.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const FORMAT = 2;
/** A string has half a gigabyte at most. */
const MOST_BYTES = 2 ** 29;

/** The tables that are copied: the vault, which has keys and credentials, and how far the followers of the log are. */
export const ARCHIVED_TABLES = [
  'person_keys',
  'secrets',
  'addresses',
  'passwords',
  'sign_ins',
  'link_tokens',
  'manage_links',
  'checkpoints',
  'postponed',
] as const;

export type TableRow = Readonly<Record<string, string | number | Buffer | null>>;

export interface VaultSnapshot {
  readonly shop: string;
  /** The end of the log when it was made. */
  readonly log: Head;
  readonly tables: Readonly<Record<string, readonly TableRow[]>>;
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
export async function sealSnapshot(snapshot: VaultSnapshot, { secret, name }: SnapshotLock): Promise<Uint8Array> {
  const content = await compress(JSON.stringify({ format: FORMAT, ...snapshot }));
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
    const { format, ...snapshot } = JSON.parse(content.toString(), withBuffers) as VaultSnapshot & { format: number };
    if (format !== FORMAT) throw new Error(`unknown format ${format}`);
    return snapshot;
  } catch (cause) {
    throw new SnapshotUnreadable('it was altered, or encrypted under another ARCHIVE_KEY', { cause });
  }
}

/** Revives what JSON makes of a buffer. */
function withBuffers(_key: string, value: unknown): unknown {
  const { type, data } = (value ?? {}) as { type?: unknown; data?: unknown };
  return type === 'Buffer' && Array.isArray(data) ? Buffer.from(data) : value;
}
