import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { FIELD_LIMIT, NAME_LIMIT, VALUE_LIMIT } from '../rpc/input-limits.ts';

/** A multipart form that was cut off or is malformed. `isTooMuch`: it has more fields, files or parts than a person sends. */
export class BadMultipart extends Error {
  readonly isTooMuch: boolean;

  constructor(reason: string, { isTooMuch = false } = {}) {
    super(reason);
    this.name = 'BadMultipart';
    this.isTooMuch = isTooMuch;
  }
}

/** Headers of a part, and their bytes: browsers send two, with the name of a file in one. */
const HEADERS = 8;
const HEADER_BYTES = 4096;

/** A person may pick dozens of files. Each costs time, however small it is. */
const FILES = 200;

/** Bytes that are parsed between two checks of the limits, because the parser always parses all it is given. */
const PARSED_AT_ONCE = 8192;

export interface MultipartRules {
  /** The field whose files are taken; others are ignored. */
  readonly name: string;
  /** The first ones are taken; bytes of further ones are not held. */
  readonly mostFiles: number;
  /** Bytes of a file. */
  readonly mostBytes: number;
  /** Takes a file; null for one with more bytes. The next one is taken, and more of the form read, when this has resolved. */
  readonly take: (bytes: Uint8Array | null) => Promise<void>;
}

export interface ReadForm {
  /** The text fields. */
  readonly form: URLSearchParams;
  /** Whether there were more files than may be taken. */
  readonly hasMoreFiles: boolean;
}

/**
 * Reads a form with files as it arrives, and stops at the first limit that it exceeds. Resolves once each file was taken. Throws
 * `BadMultipart`.
 */
export async function readMultipart(request: Request, rules: MultipartRules): Promise<ReadForm> {
  const form = new URLSearchParams();
  let taken = Promise.resolve();
  let files = 0;
  let isTooMuch = false;
  const markTooMuch = () => {
    isTooMuch = true;
  };
  const assertWithinLimits = () => {
    if (isTooMuch) throw new BadMultipart('more fields, files or parts than a form has', { isTooMuch });
  };
  const parser = parserOf(request, rules);
  const parsed = new Promise<void>((resolve, reject) => {
    parser.on('finish', resolve);
    parser.on('error', (error) => reject(new BadMultipart(String(error))));
  });
  parsed.catch(() => {});
  for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) parser.on(limit, markTooMuch);
  parser.on('field', (name, value, nameTruncated, valueTruncated) => {
    if (nameTruncated || valueTruncated || name.length > NAME_LIMIT) markTooMuch();
    else form.append(name, value);
  });
  const reader = request.body?.getReader();
  parser.on('file', (name, stream, filename) => {
    // The form ends within the file: the parser says so, too.
    stream.on('error', () => {});
    // A file input without a file is sent as one without a name.
    if (name !== rules.name || !filename) {
      stream.resume();
      return;
    }
    files += 1;
    if (files > rules.mostFiles) {
      stream.resume();
      return;
    }
    const pieces: Buffer[] = [];
    let isTooLarge = false;
    stream.on('limit', () => {
      isTooLarge = true;
      pieces.length = 0;
    });
    stream.on('data', (piece: Buffer) => {
      if (!isTooLarge) pieces.push(piece);
    });
    stream.on('end', () => {
      const bytes = isTooLarge ? null : Buffer.concat(pieces.splice(0));
      taken = taken.then(() => rules.take(bytes));
      taken.catch(() => {});
    });
  });
  for (let piece = await next(reader); piece !== undefined; piece = await next(reader)) {
    for (let start = 0; start < piece.length; start += PARSED_AT_ONCE) {
      if (!parser.write(piece.subarray(start, start + PARSED_AT_ONCE))) await drained(parser, parsed);
      await taken;
      assertWithinLimits();
    }
  }
  parser.end();
  await parsed;
  await taken;
  assertWithinLimits();
  return { form, hasMoreFiles: files > rules.mostFiles };
}

function parserOf(request: Request, { mostBytes }: MultipartRules): BusboyInstance {
  try {
    return new Busboy({
      headers: Object.fromEntries(request.headers) as BusboyHeaders,
      limits: {
        fieldNameSize: NAME_LIMIT,
        fieldSize: VALUE_LIMIT,
        fields: FIELD_LIMIT,
        fileSize: mostBytes,
        files: FILES,
        parts: FIELD_LIMIT + FILES,
        headerPairs: HEADERS,
        headerSize: HEADER_BYTES,
      },
    });
  } catch (error) {
    throw new BadMultipart(String(error));
  }
}

/** Undefined at the end. */
async function next(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<Uint8Array | undefined> {
  const read = await reader?.read().catch(() => {
    throw new BadMultipart('it was cut off');
  });
  return read?.value;
}

function drained(parser: BusboyInstance, parsed: Promise<void>): Promise<void> {
  return Promise.race([parsed, new Promise<void>((resolve) => parser.once('drain', resolve))]);
}
