import { Readable } from 'node:stream';
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';
import { type Coding, chooseCoding } from '../http/encoding.ts';
import { wholeBody } from '../http/whole-response.ts';

/** Not NDJSON: an open encoder holds up to 600 kB, more than it saves on lines of 150 bytes. */
const TEXT = /^(?:text\/|application\/(?:json|xml|ld\+json|manifest\+json)|image\/svg)/;
const WORTHWHILE = 1024;
const NOT_MODIFIED = 304;

const BROTLI = {
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  // 256 kB: more than a page has. Content above 64 kB allocates the whole window at once, which is 4 MB by default.
  [constants.BROTLI_PARAM_LGWIN]: 18,
};
/** Content that is compressed for each request: 66 kB take 0.13 ms, less than half as long as at quality 3, for a twelfth more bytes. */
const WHOLE_BROTLI = { params: { ...BROTLI, [constants.BROTLI_PARAM_QUALITY]: 1 } };
const STREAM_BROTLI = {
  params: { ...BROTLI, [constants.BROTLI_PARAM_QUALITY]: 4 },
  flush: constants.BROTLI_OPERATION_FLUSH,
};
const WHOLE_GZIP = { level: 5 };
const STREAM_GZIP = { ...WHOLE_GZIP, flush: constants.Z_SYNC_FLUSH };

/** Types that may still be produced, as downloads may be; all others are complete. */
const STREAMED = /^text\/html/;
const DOWNLOAD = /^attachment/;

/**
 * Compresses text: content of known length at once; content that is still produced chunk by chunk, each flushed, so that a part of a
 * streamed page arrives when it is written. Leaves alone what is already compressed, or small.
 */
export const compression: MiddlewareHandler = async (c, next) => {
  await next();
  const { res } = c;
  const type = res.headers.get('content-type') ?? '';
  if (!TEXT.test(type)) return;
  if (!res.headers.get('vary')?.includes('accept-encoding')) res.headers.append('vary', 'accept-encoding');
  const length = res.headers.get('content-length');
  if (res.headers.has('content-encoding') || (length !== null && Number(length) < WORTHWHILE)) return;
  if (res.status === NOT_MODIFIED) return;
  const coding = chooseCoding(c.req.header('accept-encoding'));
  if (!coding) return;
  if (c.req.method === 'HEAD') {
    // The length is not known that the answer to GET would have.
    res.headers.delete('content-length');
    return;
  }
  const headers = new Headers(res.headers);
  // The server sends a body fastest if it was never opened as a stream, so it is opened only where necessary.
  const mayGrow = STREAMED.test(type) || DOWNLOAD.test(res.headers.get('content-disposition') ?? '');
  if (length === null && mayGrow) return replace(c, res.body && packStream(res.body, coding), headers, coding);
  const bytes = wholeBody(res) ?? Buffer.from(await res.arrayBuffer());
  if (bytes.length < WORTHWHILE) return replace(c, bytes, headers, null);
  return replace(c, packWhole(bytes, coding), headers, coding);
};

export function packWhole(bytes: Uint8Array, coding: Coding): Buffer<ArrayBuffer> {
  return coding === 'br' ? brotliCompressSync(bytes, WHOLE_BROTLI) : gzipSync(bytes, WHOLE_GZIP);
}

function replace(c: Context, body: BodyInit | null, headers: Headers, encoding: string | null): void {
  const { status } = c.res;
  if (encoding) headers.set('content-encoding', encoding);
  headers.delete('content-length');
  c.res = undefined;
  c.res = new Response(body, { status, headers });
}

function packStream(body: ReadableStream<Uint8Array>, encoding: Coding): ReadableStream<Uint8Array> {
  const packer = encoding === 'br' ? createBrotliCompress(STREAM_BROTLI) : createGzip(STREAM_GZIP);
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  source.on('error', (error) => packer.destroy(error));
  packer.on('close', () => source.destroy());
  return Readable.toWeb(source.pipe(packer)) as ReadableStream<Uint8Array>;
}
