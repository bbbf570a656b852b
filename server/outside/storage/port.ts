/** Calls reject with `StorageUnreachable`, also when their signal aborts, or `StorageRefused`. */

export interface ListedObject {
  readonly key: string;
  readonly lastModified: number;
}

export interface StoredObject {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface PutOptions extends CallOptions {
  readonly contentType: string;
}

export interface GetOptions extends CallOptions {
  /** Rejects with `StorageRefused` for more bytes. */
  readonly maxBytes?: number;
}

export interface ObjectStorage {
  readonly name: string;
  put(key: string, bytes: Uint8Array, options: PutOptions): Promise<void>;
  get(key: string, options?: GetOptions): Promise<StoredObject | null>;
  /** Pages, in the order of keys (by code unit). */
  list(prefix: string, options?: CallOptions): AsyncIterable<readonly ListedObject[]>;
  /** Ignores missing keys. Deletes all it can, and rejects for the others. */
  delete(keys: readonly string[], options?: CallOptions): Promise<void>;
  close(): void;
}

export class StorageError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = new.target.name;
  }
}

/** A retry may succeed. */
export class StorageUnreachable extends StorageError {}

/** A wrong key or bucket, or no permission: a retry does not help. */
export class StorageRefused extends StorageError {}

const KEY = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;
const LONGEST_KEY = 150;

/** Such keys mean the same in addresses, bucket policies and file names. Every adapter calls it. */
export function checkKey(key: string): void {
  if (key.length > LONGEST_KEY || !KEY.test(key)) throw new TypeError(`not a key of the object storage: ${key}`);
}

export function tooLarge(key: string, maxBytes: number): StorageRefused {
  return new StorageRefused(`the object ${key} has more than ${maxBytes} bytes`);
}
