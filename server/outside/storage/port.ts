/**
 * The port of the object storage: bytes under keys. Every call, presigning apart, rejects with `StorageUnreachable` or
 * `StorageRefused`; a call whose signal aborts rejects with `StorageUnreachable` and may have had its effect.
 */

/** An object as a list shows it. */
export interface ListedObject {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** When it was written, in milliseconds since the epoch. */
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
  /** An object with more bytes is not read: the call rejects with `StorageRefused`. */
  readonly maxBytes?: number;
}

/** What an upload may contain. Its storage enforces it. */
export interface UploadRule {
  /** The value of the form's field `Content-Type`. Nothing checks that the bytes are of this type. */
  readonly contentType: string;
  readonly minBytes: number;
  readonly maxBytes: number;
  readonly expiresSeconds: number;
}

/** A form that stores one file under one key: post `fields` in this order, then the file as `file`, as `multipart/form-data`. */
export interface PresignedPost {
  /** An absolute address, or a path of this site. */
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface ObjectStorage {
  readonly name: string;
  /** The origin that forms of `presignPost` are sent to; null when it is this site. */
  readonly uploadOrigin: string | null;
  put(key: string, bytes: Uint8Array, options: PutOptions): Promise<void>;
  /** Null if there is no such object. */
  get(key: string, options?: GetOptions): Promise<StoredObject | null>;
  /** Pages of the objects whose keys begin with `prefix`, in the order of their keys (by code unit). */
  list(prefix: string, options?: CallOptions): AsyncIterable<readonly ListedObject[]>;
  /** Deletes objects, and ignores keys without an object. If one can't be deleted, the others are, and the call rejects. */
  delete(keys: readonly string[], options?: CallOptions): Promise<void>;
  /** Makes a form for one upload, without asking the storage. It replaces an object with the same key. */
  presignPost(key: string, rule: UploadRule): Promise<PresignedPost>;
  close(): void;
}

export class StorageError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = new.target.name;
  }
}

/** The storage does not answer, answers nonsense, or cannot serve the call now. Repeating it later may succeed. */
export class StorageUnreachable extends StorageError {}

/** The storage understood the call and refuses it: a wrong key or bucket, or no permission. Repeating it does not help. */
export class StorageRefused extends StorageError {}

const KEY = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;
const LONGEST_KEY = 150;

/** Every adapter's first step: keys mean the same everywhere, in addresses, bucket policies and file names. */
export function checkKey(key: string): void {
  if (key.length > LONGEST_KEY || !KEY.test(key)) throw new TypeError(`not a key of the object storage: ${key}`);
}

export function tooLarge(key: string, maxBytes: number): StorageRefused {
  return new StorageRefused(`the object ${key} has more than ${maxBytes} bytes`);
}
