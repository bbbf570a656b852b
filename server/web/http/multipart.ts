import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { withoutNul } from '#shared/typed-text.ts';
import { FIELD_LIMIT, NAME_LIMIT, VALUE_LIMIT } from '../rpc/input-limits.ts';

/** More bytes, fields, files or parts than a person sends. */
export class BadMultipart extends Error {
  readonly isTooMuch: boolean;

  constructor(reason: string, { isTooMuch = false } = {}) {
    super(reason);
    this.name = 'BadMultipart';
    this.isTooMuch = isTooMuch;
  }
}

const FILES = 200;

const LIMITS = {
  fieldNameSize: NAME_LIMIT,
  fieldSize: VALUE_LIMIT,
  fields: FIELD_LIMIT,
  files: FILES,
  parts: FIELD_LIMIT + FILES,
  headerPairs: 8,
  headerSize: 4096,
};

export interface MultipartRules {
  readonly name: string;
  readonly mostFiles: number;
  readonly mostBytes: number;
  readonly mostBytesInAll: number;
  /** Null for a file with more bytes. The next one is read after this. */
  readonly take: (bytes: Uint8Array | null) => Promise<void>;
}

export interface ReadForm {
  readonly form: URLSearchParams;
  readonly hasMoreFiles: boolean;
}

/** Reads files as they arrive. Throws `BadMultipart` at the first limit exceeded. */
export async function readMultipart(request: Request, rules: MultipartRules): Promise<ReadForm> {
  const form = new URLSearchParams();
  const parser = parserOf(request, rules);
  const body = Readable.fromWeb((request.body ?? new Blob().stream()) as Parameters<typeof Readable.fromWeb>[0]);
  const { promise: parsed, resolve, reject } = Promise.withResolvers<void>();
  const stop = (error: unknown) => {
    body.unpipe();
    reject(error);
  };
  const refuse = () =>
    stop(new BadMultipart('more bytes, fields, files or parts than a form has', { isTooMuch: true }));
  for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) parser.on(limit, refuse);
  // Despite its type, the name may be missing. An error thrown here would end the process.
  parser.on('field', (name: string | undefined, value, nameTruncated, valueTruncated) => {
    if (name === undefined) stop(new BadMultipart('a field without a name'));
    else if (nameTruncated || valueTruncated || name.length > NAME_LIMIT) refuse();
    else form.append(name, withoutNul(value));
  });
  let taken = Promise.resolve();
  let files = 0;
  parser.on('file', (name, file, filename) => {
    // A file input without a file is sent as one without a name.
    const isSent = name === rules.name && filename !== '';
    files += isSent ? 1 : 0;
    file.on('error', () => {});
    if (!isSent || files > rules.mostFiles) {
      file.resume();
      return;
    }
    taken = taken.then(async () => {
      const bytes = await buffer(file);
      return rules.take(file.truncated ? null : bytes);
    });
    taken.catch(stop);
  });
  for (const source of [body, parser]) source.on('error', (error) => stop(new BadMultipart(String(error))));
  let bytes = 0;
  body.on('data', (piece: Uint8Array) => {
    bytes += piece.length;
    if (bytes > rules.mostBytesInAll) refuse();
  });
  parser.on('finish', resolve);
  body.pipe(parser);
  await parsed;
  await taken;
  return { form, hasMoreFiles: files > rules.mostFiles };
}

function parserOf({ headers }: Request, { mostBytes }: MultipartRules): BusboyInstance {
  try {
    return new Busboy({
      headers: Object.fromEntries(headers) as BusboyHeaders,
      limits: { ...LIMITS, fileSize: mostBytes },
    });
  } catch (error) {
    throw new BadMultipart(String(error));
  }
}
