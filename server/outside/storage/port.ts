/** Bytes under keys. Calls reject with `StorageUnreachable`, also when their signal aborts, or `StorageRefused`. */

export interface ListedObject {
  readonly key: string;
  readonly size: number;
  /** Milliseconds. */
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
  /** For an object with more bytes, the call rejects with `StorageRefused`. */
  readonly maxBytes?: number;
}

/** Enforced by the storage. */
export interface UploadRule {
  /** Of the form's field `Content-Type`. Nothing checks the bytes. */
  readonly contentType: string;
  readonly minBytes: number;
  readonly maxBytes: number;
  readonly expiresSeconds: number;
}

/** Post `fields` in this order, then the file as `file`, as `multipart/form-data`. */
export interface PresignedPost {
  /** Absolute, or a path of this site. */
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface ObjectStorage {
  readonly name: string;
  /** Where forms of `presignPost` are sent; null if it is this site. */
  readonly uploadOrigin: string | null;
  put(key: string, bytes: Uint8Array, options: PutOptions): Promise<void>;
  get(key: string, options?: GetOptions): Promise<StoredObject | null>;
  /** Pages, in the order of keys (by code unit). */
  list(prefix: string, options?: CallOptions): AsyncIterable<readonly ListedObject[]>;
  /** Ignores missing keys. If one object can't be deleted, the others are, and the call rejects. */
  delete(keys: readonly string[], options?: CallOptions): Promise<void>;
  /** Doesn't ask the storage. The upload replaces an object with the same key. */
  presignPost(key: string, rule: UploadRule): Promise<PresignedPost>;
  close(): void;
}

export class StorageError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = new.target.name;
  }
}

/** Repeating the call later may succeed. */
export class StorageUnreachable extends StorageError {}

/** A wrong key or bucket, or no permission: repeating the call does not help. */
export class StorageRefused extends StorageError {}

const KEY = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;
const LONGEST_KEY = 150;

/** Keys mean the same in addresses, bucket policies and file names. Every adapter calls it. */
export function checkKey(key: string): void {
  if (key.length > LONGEST_KEY || !KEY.test(key)) throw new TypeError(`not a key of the object storage: ${key}`);
}

export function tooLarge(key: string, maxBytes: number): StorageRefused {
  return new StorageRefused(`the object ${key} has more than ${maxBytes} bytes`);
}
