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
   * The posted form, or a notice, for the page that the server renders now. Null in the browser, so a loader returns it.
   */
  readonly flash: Flash | null;
  /** The page's own address, if it answers a form. The browser shows the address that the form was posted to. */
  readonly address?: string;
  /**
   * Resolves when the first part of the page has been written, after which late parts are read. Null if the browser may run no script:
   * it gets the whole page at once. In the browser, it is resolved.
   */
  readonly whenShown: Promise<void> | null;
  /** Makes the idempotency key of a form: a UUID. */
  readonly newKey: () => string;
}
