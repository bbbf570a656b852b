import '@vitejs/plugin-react/preamble';
import './shell/schemas-without-eval.ts';
import './styles/site.css';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { contract } from '#shared/calls/contract.ts';
import { newKey } from './shell/new-key.ts';
import { createQueryClient } from './shell/query/query-client.ts';
import { createAppRouter } from './router.tsx';
import { fetchRpc } from './shell/rpc/fetch-rpc.ts';
import { ApplicationErrorBoundary } from './shell/screens/application-error.tsx';

const router = createAppRouter({
  queryClient: createQueryClient(false),
  rpc: fetchRpc(contract),
  // Placeholder: the server's data replaces it before the first render.
  site: {
    name: '',
    email: '',
    phone: null,
    origin: location.origin,
    profiles: [],
    takesBookings: true,
    takesRealMoney: true,
    timeZone: 'UTC',
    tagManager: null,
  },
  flash: null,
  whenShown: Promise.resolve(),
  newKey,
});

hydrateRoot(
  document,
  <StrictMode>
    <ApplicationErrorBoundary>
      <RouterClient router={router} />
    </ApplicationErrorBoundary>
  </StrictMode>,
);
