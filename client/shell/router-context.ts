import type { QueryClient } from '@tanstack/react-query';
import type { AppRpc } from '#shared/calls/contract.ts';
import type { Flash } from '#shared/calls/flash.ts';
import type { Site } from '#shared/business/site.ts';

export interface RouterContext {
  readonly queryClient: QueryClient;
  readonly rpc: AppRpc;
  readonly site: Site;
  /** The posted form, or a notice. The browser has none: loaders pass the server's on in their data. */
  readonly flash: Flash | null;
  /** For a refused form's page. The browser shows the address that the form was posted to. */
  readonly address?: string;
  /** Resolves once late parts (the attention list) may be read. Null without script: the browser gets the whole page at once. */
  readonly whenShown: Promise<void> | null;
  /** A UUID, for a form's idempotency key. */
  readonly newKey: () => string;
}
