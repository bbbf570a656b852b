import type { QueryClient } from '@tanstack/react-query';
import type { AppRpc } from '#shared/calls/contract.ts';
import type { Flash } from '#shared/calls/flash.ts';
import type { Site } from '#shared/business/site.ts';

export interface RouterContext {
  readonly queryClient: QueryClient;
  readonly rpc: AppRpc;
  readonly site: Site;
  /** The posted form, or a notice. Null in the browser, so a loader returns it. */
  readonly flash: Flash | null;
  /** For a refused form's page. The browser shows the address that the form was posted to. */
  readonly address?: string;
  /** Resolves once late parts may be read. Null if the browser may run no script: it gets the whole page at once. */
  readonly whenShown: Promise<void> | null;
  /** A UUID. */
  readonly newKey: () => string;
}
