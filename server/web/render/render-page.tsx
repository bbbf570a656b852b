import { randomUUID } from 'node:crypto';
import { renderToStaticMarkup } from 'react-dom/server';
import { createQueryClient } from '#client/shell/query/query-client.ts';
import { createAppRouter } from '#client/router.tsx';
import { isDocument } from '#client/shell/documents.ts';
import { ServerApplicationError } from '#client/shell/screens/application-error.tsx';
import type { AppRpc } from '#shared/calls/contract.ts';
import type { Flash } from '#shared/calls/flash.ts';
import type { Site } from '#shared/business/site.ts';
import { manifestFor } from './app-loading.ts';
import { htmlResponse, renderRoutes } from './render-routes.tsx';

export interface PageRequest {
  readonly request: Request;
  readonly id: string;
  readonly nonce?: string;
  readonly newKey?: () => string;
  readonly rpc: AppRpc;
  readonly site: Site;
  readonly flash: Flash | null;
  /** For a refused form: the address that it was posted to. */
  readonly address?: string;
  readonly status?: number;
  /** Once the first part is written and late parts may be read; only for browsers known to run scripts. */
  readonly whenShown?: Promise<void> | null;
  readonly onError: (error: unknown) => void;
}

/** The only file in which the server imports the client. If rendering fails, a plain error page. */
export async function renderPage({
  request,
  id,
  status = 200,
  whenShown = null,
  ...input
}: PageRequest): Promise<Response> {
  const { onError } = input;
  const queryClient = createQueryClient(true);
  try {
    const router = createAppRouter({ newKey: randomUUID, ...input, queryClient, whenShown });
    const { pathname } = new URL(request.url);
    const isHydrated = !isDocument(router, pathname);
    const manifest = manifestFor(pathname, isHydrated, input.nonce === undefined);
    const createRouter = () => router;
    return await renderRoutes({ request, status, queryClient, createRouter, manifest, isHydrated, onError });
  } catch (error) {
    if (request.signal.aborted) throw error;
    onError(error);
    const { pathname, search } = new URL(request.url);
    const html = renderToStaticMarkup(<ServerApplicationError details={`Request ${id}`} href={pathname + search} />);
    return htmlResponse(`<!doctype html>${html}`, 500);
  }
}
