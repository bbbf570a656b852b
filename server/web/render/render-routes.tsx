import { setImmediate as nextTurn } from 'node:timers/promises';
import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import {
  RouterServer,
  createRequestHandler,
  createSsrStreamResponse,
  getSsrStatus,
  transformHtmlStringWithRouter,
  transformReadableStreamWithRouter,
} from '@tanstack/react-router/ssr/server';
import { renderToReadableStream, renderToString } from 'react-dom/server';
import { RpcError } from '#shared/calls/rpc-error.ts';

const SERVER_ERROR = 500;

interface Page {
  readonly request: Request;
  readonly status: number;
  readonly isHydrated: boolean;
  readonly onError: (error: unknown) => void;
}

type Manifest = Awaited<ReturnType<NonNullable<Parameters<typeof createRequestHandler>[0]['getRouterManifest']>>>;

export interface RenderRequest extends Page {
  readonly queryClient: QueryClient;
  readonly createRouter: () => AnyRouter;
  readonly manifest: Manifest;
}

interface LoadedPage extends Page {
  readonly router: AnyRouter;
  readonly headers: Headers;
}

export function renderRoutes({ queryClient, createRouter, manifest, ...page }: RenderRequest): Promise<Response> {
  const handle = createRequestHandler({ request: page.request, createRouter, getRouterManifest: () => manifest });
  return handle(({ router, responseHeaders: headers }) => {
    const loaded = { ...page, router, headers };
    return queryClient.isFetching() > 0 ? renderStream(loaded) : renderWhole(loaded);
  });
}

/** The router has 500 for any failed call. A temporary refusal keeps its status and `Retry-After`. */
function statusOf({ router, status: asked, headers }: LoadedPage): number {
  const status = getSsrStatus(router);
  if (status < SERVER_ERROR) return status === 200 ? asked : status;
  const errors = router.state.matches.map(({ error }) => error);
  const refused = errors.find((error) => error instanceof RpcError && error.refusal !== null);
  if (!(refused instanceof RpcError) || refused.status < SERVER_ERROR) return status;
  if (refused.retryAfter !== undefined) headers.set('retry-after', String(refused.retryAfter));
  return refused.status;
}

/** Costs half as much as a stream, if a page waits for nothing. */
async function renderWhole(page: LoadedPage): Promise<Response> {
  const { router, headers, isHydrated } = page;
  const status = statusOf(page);
  // All data goes into the first script. Otherwise the router searches the HTML for a place for later data.
  router.serverSsr?.setRenderFinished();
  await nextTurn();
  // Removes them: `Scripts` renders only those that are left.
  if (!isHydrated) router.serverSsr?.takeInitialHydrationScriptTags();
  const html = renderToString(<RouterServer router={router} />);
  return htmlResponse(await transformHtmlStringWithRouter(router, html), status, headers);
}

async function renderStream(page: LoadedPage) {
  const { request, router, headers, onError } = page;
  const { signal } = request;
  const rendered = await renderToReadableStream(<RouterServer router={router} />, {
    signal,
    nonce: router.options.ssr?.nonce,
    progressiveChunkSize: Infinity,
    onError: (error) => {
      if (!signal.aborted) onError(error);
    },
  });
  const status = statusOf(page);
  const body = transformReadableStreamWithRouter(router, rendered, { rendererSafePoint: 'script-close', signal });
  return createSsrStreamResponse(router, new Response(body.pipeThrough(joinChunks()), { status, headers }));
}

/** Joins the chunks of one turn of the event loop, because each is compressed and sent separately. */
function joinChunks(): TransformStream<Uint8Array, Uint8Array> {
  let parts: Uint8Array[] = [];
  const send = (out: TransformStreamDefaultController<Uint8Array>) => {
    if (parts.length > 0) out.enqueue(Buffer.concat(parts));
    parts = [];
  };
  const transformer: Transformer<Uint8Array, Uint8Array> & { cancel: () => void } = {
    transform(chunk, out) {
      if (parts.push(chunk) === 1) setImmediate(send, out);
    },
    flush: send,
    cancel: () => void (parts = []),
  };
  return new TransformStream(transformer);
}

export function htmlResponse(html: string, status: number, headers = new Headers()): Response {
  const bytes = Buffer.from(html);
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('content-length', String(bytes.length));
  return new Response(bytes, { status, headers });
}
