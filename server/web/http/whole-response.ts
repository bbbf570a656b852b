const BYTES = Symbol('bytes');

/**
 * A response whose bytes are known. Reading them back from its body goes through a stream, which takes longer than compressing them, and whose
 * buffers are kept until the next major collection.
 */
export function wholeResponse(bytes: Buffer<ArrayBuffer>, init: ResponseInit): Response {
  return Object.assign(new Response(bytes, init), { [BYTES]: bytes });
}

/** The bytes of a response that `wholeResponse` made; null for any other. */
export function wholeBody(response: Response): Buffer<ArrayBuffer> | null {
  return (response as { readonly [BYTES]?: Buffer<ArrayBuffer> })[BYTES] ?? null;
}
