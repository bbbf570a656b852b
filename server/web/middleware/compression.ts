import { Readable } from 'node:stream';
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync, zstdCompressSync } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';
import { CODINGS_AT_ONCE, type Coding, chooseCoding } from '../http/encoding.ts';
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
const WHOLE_BROTLI = { params: { ...BROTLI, [constants.BROTLI_PARAM_QUALITY]: 3 } };
/** Its window is as large as Brotli's. */
const WHOLE_ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_windowLog]: 18 } };
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
  const accepted = c.req.header('accept-encoding');
  const best = chooseCoding(accepted, CODINGS_AT_ONCE);
  if (c.req.method === 'HEAD') {
    // The length is not known that the answer to GET would have.
    if (best) res.headers.delete('content-length');
    return;
  }
  const headers = new Headers(res.headers);
  // The server sends a body fastest if it was never opened as a stream, so it is opened only where necessary.
  const mayGrow = STREAMED.test(type) || DOWNLOAD.test(res.headers.get('content-disposition') ?? '');
  if (length === null && mayGrow) {
    const coding = chooseCoding(accepted);
    return coding ? replace(c, res.body && packStream(res.body, coding), headers, coding) : undefined;
  }
  if (!best) return;
  const bytes = wholeBody(res) ?? Buffer.from(await res.arrayBuffer());
  if (bytes.length < WORTHWHILE) return replace(c, bytes, headers, null);
  return replace(c, packWhole(bytes, best), headers, best);
};

export function packWhole(bytes: Uint8Array, coding: (typeof CODINGS_AT_ONCE)[number]): Buffer<ArrayBuffer> {
  if (coding === 'zstd') return zstdCompressSync(bytes, WHOLE_ZSTD);
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
