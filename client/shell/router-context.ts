import type { QueryClient } from '@tanstack/react-query';
import type { AppRpc } from '#shared/calls/contract.ts';
import type { Flash } from '#shared/calls/flash.ts';
import type { Site } from '#shared/business/site.ts';

/** The `context` argument of every route's `beforeLoad` and `loader`. */
export interface RouterContext {
  readonly queryClient: QueryClient;
  readonly rpc: AppRpc;
  readonly site: Site;
  /**
   * What was posted, or one notice, for the page that the server renders now; null in the browser, so a loader passes it on.
   */
  readonly flash: Flash | null;
  /** The page's address, where the server answers a form with it: the browser has the address that the form was posted to. */
  readonly address?: string;
  /**
   * Resolves once the browser is being sent what the page shows first: what it shows later is fetched after that. Null while the
   * server renders for a browser that may run no script, which is sent the whole page at once. Resolved in the browser.
   */
  readonly whenShown: Promise<void> | null;
  /** Makes the idempotency key of a form: a UUID. */
  readonly newKey: () => string;
}
