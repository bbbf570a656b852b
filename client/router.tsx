import { createRouter, createSerializationAdapter } from '@tanstack/react-router';
import { type Failure, RpcError } from '#shared/calls/rpc-error.ts';
import type { Query } from '@tanstack/react-query';
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query';
import { routeTree } from './routeTree.gen.ts';
import { ErrorScreen, NotFoundScreen } from './shell/screens/error-screen.tsx';
import type { RouterContext } from './shell/router-context.ts';
import { parseSearch, stringifySearch } from './shell/search.ts';

export interface RouterInput extends RouterContext {
  /** Of the content security policy. */
  readonly nonce?: string;
  /** Called on the server with each unexpected error, before visitors get a general message. */
  readonly onError?: (error: unknown) => void;
}

/** One router per request on the server, one for all in the browser (SPEC.md sections 2 and 9). */
export function createAppRouter({ nonce, onError, ...context }: RouterInput) {
  const router = createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    // The server redirects other spellings of an address, so the router must not treat them as equal.
    caseSensitive: true,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 30_000,
    defaultPreloadGcTime: 300_000,
    defaultPendingMs: 200,
    scrollRestoration: false,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    // The boundary around the application handles an error screen that fails itself.
    disableGlobalCatchBoundary: true,
    dehydrate: () => ({ site: context.site }),
    hydrate: ({ site }) => {
      router.update({ context: { ...router.options.context, site } });
    },
    ...(nonce !== undefined && { ssr: { nonce } }),
  });
  router.options.serializationAdapters = [errorSerializer(onError)];
  const dehydrateOptions = { shouldDehydrateQuery: ({ meta }: Query) => meta?.['isLoaderData'] !== true };
  setupRouterSsrQueryIntegration({ router, queryClient: context.queryClient, dehydrateOptions });
  return router;
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}

const UNEXPECTED: Failure = { status: 500, message: 'An unexpected error occurred.', refusal: null };

/** A failed call has a public message; any other error is reported on the server and replaced. */
function errorSerializer(report: (error: unknown) => void = () => {}) {
  return createSerializationAdapter({
    key: 'error',
    test: (value): value is Error => value instanceof Error,
    toSerializable: (error): string => {
      if (error instanceof RpcError) return JSON.stringify(error.toFailure());
      report(error);
      return JSON.stringify(UNEXPECTED);
    },
    fromSerializable: (text) => new RpcError(JSON.parse(text) as Failure),
  });
}
