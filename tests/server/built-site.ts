import { Hono } from 'hono';
import { type AppParts, createApp } from '#server/app.ts';
import { SandboxPayments } from '#server/outside/payments/sandbox.ts';
import { renderPage as renderReally } from '#server/web/render/render-page.tsx';
import { openApplication } from './bookings/application.ts';
import { Visitor } from './bookings/visitor.ts';

const NO_FILES = import.meta.dirname;

interface Parts {
  readonly env?: Readonly<Record<string, string>>;
  readonly renderPage?: AppParts['renderPage'];
}

/** The site as it is built, without its files: pages that many visitors share are kept. */
export function openBuiltSite({ env = {}, renderPage = renderReally }: Parts = {}) {
  const services = openApplication({
    env,
    openPayments({ payments }, clock, store) {
      if (payments.kind !== 'sandbox') throw new Error('these tests take place in the sandbox');
      return new SandboxPayments({ store, clock, webhookSecrets: payments.webhookSecrets });
    },
  });
  const app = createApp({ services, clientFolder: NO_FILES, devRoutes: new Hono(), renderPage });
  return { ...services, app, visitor: () => new Visitor({ app, bank: services.payments }) };
}
