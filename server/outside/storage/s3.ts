import type { Readable } from 'node:stream';
import type * as S3Sdk from '@aws-sdk/client-s3';
import type { ObjectStorageConfig } from '../../process/config.ts';
import {
  type CallOptions,
  type GetOptions,
  type ListedObject,
  type ObjectStorage,
  type PutOptions,
  StorageError,
  StorageRefused,
  StorageUnreachable,
  type StoredObject,
  checkKey,
  tooLarge,
} from './port.ts';

const CONNECT_MS = 2000;
const SILENCE_MS = 5000;

/** The retry included. */
const LONGEST_CALL_MS = 20_000;
const ATTEMPTS = 2;

/** Not `DeleteObjects`: services disagree on its checksum. */
const DELETED_AT_ONCE = 8;

const CONNECTIONS = 16;

export type S3Settings = Omit<Extract<ObjectStorageConfig, { kind: 's3' }>, 'kind'>;

export interface S3Parts {
  readonly settings: S3Settings;
  readonly stopping: AbortSignal;
  readonly silenceMs?: number;
  readonly longestMs?: number;
}

interface Connected {
  readonly sdk: typeof S3Sdk;
  readonly client: S3Sdk.S3Client;
}

interface SendOptions {
  readonly abortSignal: AbortSignal;
}

export class S3Storage implements ObjectStorage {
  readonly name = 's3';
  readonly #parts: S3Parts;
  #connected: Promise<Connected> | null = null;

  constructor(parts: S3Parts) {
    this.#parts = parts;
  }

  async put(key: string, bytes: Uint8Array, { contentType, signal }: PutOptions): Promise<void> {
    checkKey(key);
    await this.#call(signal, async ({ sdk, client }, ending) => {
      const input = { ...this.#object(key), Body: bytes, ContentType: contentType };
      const { ETag } = await client.send(new sdk.PutObjectCommand(input), ending);
      if (ETag === undefined) throw new StorageUnreachable('the object storage sent a malformed response to a write');
    });
  }

  async get(key: string, { maxBytes = Infinity, signal }: GetOptions = {}): Promise<StoredObject | null> {
    checkKey(key);
    return this.#call(signal, async ({ sdk, client }, ending) => {
      try {
        const { Body, ETag, ContentLength } = await client.send(new sdk.GetObjectCommand(this.#object(key)), ending);
        if (!Body || ETag === undefined || ContentLength === undefined)
          throw new StorageUnreachable('the object storage sent a malformed response to a read');
        if (ContentLength > maxBytes) {
          (Body as Readable).destroy();
          throw tooLarge(key, maxBytes);
        }
        const bytes = Buffer.from(await Body.transformToByteArray());
        if (bytes.length < ContentLength) throw new StorageUnreachable('the object storage sent an incomplete object');
        return { bytes };
      } catch (error) {
        if (isFailure(error, 404, 'NoSuchKey')) return null;
        throw error;
      }
    });
  }

  async *list(prefix: string, { signal }: CallOptions = {}): AsyncGenerator<readonly ListedObject[]> {
    for (let after: string | undefined = ''; after !== undefined;) {
      const { objects, hasMore } = await this.#page(prefix, after, signal);
      if (objects.length > 0) yield objects;
      after = hasMore ? objects.at(-1)?.key : undefined;
    }
  }

  async delete(keys: readonly string[], { signal }: CallOptions = {}): Promise<void> {
    for (const key of keys) checkKey(key);
    const failures: unknown[] = [];
    for (let start = 0; start < keys.length; start += DELETED_AT_ONCE) {
      const few = keys.slice(start, start + DELETED_AT_ONCE);
      const ends = await Promise.allSettled(few.map((key) => this.#deleteOne(key, signal)));
      failures.push(...ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : [])));
    }
    if (failures.length > 0) throw failures[0];
  }

  close(): void {
    void this.#connected?.then(({ client }) => client.destroy());
  }

  #object(key: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.#parts.settings.bucket, Key: key };
  }

  #page(prefix: string, after: string, signal: AbortSignal | undefined) {
    return this.#call(signal, async ({ sdk, client }, ending) => {
      const input = { Bucket: this.#parts.settings.bucket, Prefix: prefix, ...(after !== '' && { StartAfter: after }) };
      const { Contents = [], IsTruncated } = await client.send(new sdk.ListObjectsV2Command(input), ending);
      const objects = Contents.flatMap(({ Key, LastModified }) =>
        Key === undefined || !LastModified ? [] : [{ key: Key, lastModified: LastModified.getTime() }],
      );
      const isOdd = objects.some(({ key }) => !key.startsWith(prefix) || key <= after);
      const hasMore = IsTruncated === true;
      if (IsTruncated === undefined || isOdd || objects.length < Contents.length || (hasMore && objects.length === 0))
        throw new StorageUnreachable('the object storage sent a malformed response to a list');
      return { objects, hasMore };
    });
  }

  async #deleteOne(key: string, signal: AbortSignal | undefined): Promise<void> {
    await this.#call(signal, async ({ sdk, client }, ending) => {
      try {
        const { $metadata } = await client.send(new sdk.DeleteObjectCommand(this.#object(key)), ending);
        if ($metadata.httpStatusCode !== 204)
          throw new StorageUnreachable('the object storage sent a malformed response to a deletion');
      } catch (error) {
        if (!isFailure(error, 404, 'NoSuchKey')) throw error;
      }
    });
  }

  async #call<Answer>(
    signal: AbortSignal | undefined,
    send: (connected: Connected, ending: SendOptions) => Promise<Answer>,
  ): Promise<Answer> {
    const { stopping, longestMs = LONGEST_CALL_MS } = this.#parts;
    const ends = [stopping, AbortSignal.timeout(longestMs), ...(signal ? [signal] : [])];
    try {
      return await send(await (this.#connected ??= connect(this.#parts)), { abortSignal: AbortSignal.any(ends) });
    } catch (error) {
      throw storageErrorOf(error);
    }
  }
}

/** Loaded with the first call, because it slows startup down. */
async function connect({ settings, silenceMs = SILENCE_MS }: S3Parts): Promise<Connected> {
  const sdk = await import('@aws-sdk/client-s3');
  const { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle } = settings;
  const agent = { keepAlive: true, maxSockets: CONNECTIONS };
  const client = new sdk.S3Client({
    ...(endpoint !== null && { endpoint }),
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: ATTEMPTS,
    // Only AWS supports the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: silenceMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  return { sdk, client };
}

interface SdkFailure {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

const PASSING_CODES: ReadonlySet<string> = new Set(['RequestTimeout', 'SlowDown', 'OperationAborted']);
const PASSING: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** Responses of a proxy that don't say what is wrong. */
const UNNAMED: ReadonlySet<string> = new Set(['UnknownError', 'Unknown', 'NotFound', 'Error']);

function partsOf(error: unknown): { readonly status: number | null; readonly name: string } {
  const { name, code, $metadata } = (error ?? {}) as SdkFailure;
  const known = [code, name].find((each) => typeof each === 'string' && /^[A-Z]\w{0,63}$/.test(each));
  return { status: $metadata?.httpStatusCode ?? null, name: typeof known === 'string' ? known : 'Unknown' };
}

function isFailure(error: unknown, status: number, code?: string): boolean {
  const parts = partsOf(error);
  return parts.status === status && (code === undefined || parts.name === code);
}

/** Contains nothing of the response but its error code. */
function storageErrorOf(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const { status, name } = partsOf(error);
  const reason = `${status ?? 'no answer'} ${name}`;
  const isFinal =
    status !== null &&
    status >= 300 &&
    status < 500 &&
    !PASSING.has(status) &&
    !PASSING_CODES.has(name) &&
    !UNNAMED.has(name);
  if (isFinal) return new StorageRefused(`the object storage refused it: ${reason}`);
  return new StorageUnreachable(`the object storage failed: ${reason}`);
}
