import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { FIELD_LIMIT, NAME_LIMIT, VALUE_LIMIT } from '../rpc/input-limits.ts';

/** A multipart form with files that cannot be read: cut off, malformed, or with more than it may have. */
export class BadMultipart extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'BadMultipart';
  }
}

/** Headers of a part. */
const HEADERS = 8;

export interface MultipartRules {
  /** The field whose files are taken; others are ignored. */
  readonly name: string;
  readonly mostFiles: number;
  /** Bytes of a file. */
  readonly mostBytes: number;
  /** Takes a file; null for one with more bytes. The next one is read when this has resolved: one is in memory at a time. */
  readonly take: (bytes: Uint8Array | null) => Promise<void>;
}

/** Reads a form with files as it arrives. Resolves with its text fields, once each file was taken. Throws `BadMultipart`. */
export async function readMultipart(request: Request, rules: MultipartRules): Promise<URLSearchParams> {
  const form = new URLSearchParams();
  const taken: Promise<void>[] = [];
  let isOver = false;
  const parser = parserOf(request, rules);
  const parsed = new Promise<void>((resolve, reject) => {
    parser.on('finish', resolve);
    parser.on('error', (error) => reject(new BadMultipart(String(error))));
    for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
      parser.on(event, () => {
        isOver = true;
      });
    }
  });
  parsed.catch(() => {});
  parser.on('field', (name, value, nameTruncated, valueTruncated) => {
    if (nameTruncated || valueTruncated) isOver = true;
    else form.append(name, value);
  });
  parser.on('file', (name, stream, filename) => {
    const pieces: Buffer[] = [];
    let isTooLarge = false;
    stream.on('limit', () => {
      isTooLarge = true;
      pieces.length = 0;
    });
    stream.on('data', (piece: Buffer) => {
      if (!isTooLarge) pieces.push(piece);
    });
    // The form ends within the file: the parser says so, too.
    stream.on('error', () => {});
    stream.on('end', () => {
      // A file input without a file is sent as one without a name.
      if (name === rules.name && filename) taken.push(rules.take(isTooLarge ? null : Buffer.concat(pieces)));
    });
  });
  try {
    for await (const chunk of request.body ?? []) {
      if (!parser.write(chunk)) await drained(parser, parsed);
      await Promise.all(taken.splice(0));
    }
  } catch (error) {
    throw error instanceof BadMultipart ? error : new BadMultipart('it was cut off');
  }
  parser.end();
  await parsed;
  await Promise.all(taken);
  if (isOver) throw new BadMultipart('more fields or files than the form has');
  return form;
}

function parserOf(request: Request, { mostFiles, mostBytes }: MultipartRules): BusboyInstance {
  try {
    return new Busboy({
      headers: Object.fromEntries(request.headers) as BusboyHeaders,
      limits: {
        fieldNameSize: NAME_LIMIT,
        fieldSize: VALUE_LIMIT,
        fields: FIELD_LIMIT,
        files: mostFiles,
        fileSize: mostBytes,
        headerPairs: HEADERS,
      },
    });
  } catch (error) {
    throw new BadMultipart(String(error));
  }
}

function drained(parser: BusboyInstance, parsed: Promise<void>): Promise<void> {
  return Promise.race([parsed, new Promise<void>((resolve) => parser.once('drain', resolve))]);
}
