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

export interface Answer {
  readonly request: Request;
  readonly queryClient: QueryClient;
  readonly createRouter: () => AnyRouter;
  readonly manifest: Awaited<ReturnType<NonNullable<Parameters<typeof createRequestHandler>[0]['getRouterManifest']>>>;
  readonly onError: (error: unknown) => void;
}

interface Page {
  readonly request: Request;
  readonly router: AnyRouter;
  readonly headers: Headers;
  readonly onError: (error: unknown) => void;
}

/** Loads the routes of the request and renders them, with the status that they chose. */
export function answer({ request, queryClient, createRouter, manifest, onError }: Answer): Promise<Response> {
  const handle = createRequestHandler({ request, createRouter, getRouterManifest: () => manifest });
  return handle(({ router, responseHeaders: headers }) => {
    const page = { request, router, headers, onError };
    // A loader started a query without waiting for it: the page is streamed.
    return queryClient.isFetching() > 0 ? inParts(page) : whole(page);
  });
}

/** Renders to one string, which costs half as much when a page waits for nothing. */
async function whole({ router, headers }: Page): Promise<Response> {
  const status = getSsrStatus(router);
  const html = renderToString(<RouterServer router={router} />);
  return htmlResponse(await transformHtmlStringWithRouter(router, html), status, headers);
}

/** Streams the page: first what is ready, then what it waits for. */
async function inParts({ request, router, headers, onError }: Page) {
  const { signal } = request;
  const rendered = await renderToReadableStream(<RouterServer router={router} />, {
    signal,
    nonce: router.options.ssr?.nonce,
    progressiveChunkSize: Infinity,
    onError: (error) => {
      if (!signal.aborted) onError(error);
    },
  });
  const status = getSsrStatus(router);
  const body = transformReadableStreamWithRouter(router, rendered, { rendererSafePoint: 'script-close', signal });
  return createSsrStreamResponse(router, new Response(body, { status, headers }));
}

export function htmlResponse(html: string, status: number, headers = new Headers()): Response {
  const bytes = Buffer.from(html);
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('content-length', String(bytes.length));
  return new Response(bytes, { status, headers });
}
