import { eachSessionType } from '#shared/booking/session-type.ts';
import { clearDraft } from './booking/form/state/draft.ts';
import { storeShownToasts, storeToast } from './shell/toasts/toast-messages.ts';
import { OTHER_ACCOUNT } from './wording/account-refusals.ts';
import '@vitejs/plugin-react/preamble';
import './shell/schemas-without-eval.ts';
import './styles/site.css';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { type ReactElement, StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { contract } from '#shared/calls/contract.ts';
import { loadDocuments } from './shell/documents.ts';
import { rememberEarlyInput } from './shell/early-input.ts';
import { newKey } from './shell/new-key.ts';
import { createQueryClient } from './shell/query/query-client.ts';
import { createAppRouter } from './router.tsx';
import { fetchRpc } from './shell/rpc/fetch-rpc.ts';
import { ApplicationErrorBoundary } from './shell/screens/application-error.tsx';

interface Hydrated {
  /** After all effects of the first render. */
  readonly onHydrated: () => void;
  readonly children: ReactElement;
}

function Hydrated({ onHydrated, children }: Hydrated) {
  useEffect(onHydrated, [onHydrated]);
  return children;
}

/** Hydrates the page that the server rendered. */
function takeOver(): void {
  const queryClient = createQueryClient(false);
  const formToken = document.querySelector<HTMLElement>('[data-user]')?.dataset['user'] ?? null;
  const router = createAppRouter({
    queryClient,
    rpc: fetchRpc(contract, {
      formToken,
      // Reads from before a command are stale. A page that stays reads again by its own rules.
      afterCommand: () => void queryClient.invalidateQueries({ refetchType: 'none' }),
      onOtherAccount: () => loadForOtherAccount(formToken),
    }),
    // Placeholder: the server's data replaces it before the first render.
    site: {
      name: '',
      legal: { seller: null, license: null },
      email: '',
      phone: null,
      origin: location.origin,
      profiles: [],
      takesRealMoney: true,
      isStaging: false,
      prices: eachSessionType(() => 0),
      timeZone: 'UTC',
      connected: { stripe: false, resend: false, svix: 'none', storage: false },
      tagManager: null,
    },
    flash: null,
    whenShown: Promise.resolve(),
    newKey,
  });
  loadDocuments(router, router.history);
  // The router scrolls after its first rendering, too; but visitors have scrolled since the document arrived.
  router._scroll.n = false;
  if (location.hash !== '') history.replaceState({ ...history.state, __hashScrollIntoViewOptions: false }, '');
  const { restoreRoot, restoreFields } = rememberEarlyInput();
  // A transition hydrates in small steps, between which the browser takes input.
  startTransition(() => {
    storeShownToasts();
    hydrateRoot(
      document,
      <StrictMode>
        <Hydrated onHydrated={restoreFields}>
          <ApplicationErrorBoundary>
            <RouterClient router={router} />
          </ApplicationErrorBoundary>
        </Hydrated>
      </StrictMode>,
      {
        onRecoverableError(error) {
          reportError(error);
          // Before the browser paints.
          restoreRoot();
          // A page with a placeholder is hydrated later than the rest of the document.
          restoreFields();
        },
      },
    );
  });
}

// In another task than the one that has run the libraries, so that the browser takes input between.
setTimeout(takeOver);

/** Drops everything of the account with this token; a page without an account keeps its booking draft. */
function loadForOtherAccount(formToken: string | null): void {
  if (formToken === null) return location.assign(location.pathname + location.search);
  clearDraft();
  storeToast(OTHER_ACCOUNT, 'info', true);
  location.assign(location.pathname);
}
