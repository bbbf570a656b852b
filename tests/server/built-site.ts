import { Hono } from 'hono';
import { type AppParts, createApp } from '#server/app.ts';
import { SandboxPayments } from '#server/outside/payments/sandbox.ts';
import type { Asset } from '#server/web/assets/load-assets.ts';
import { renderPage as renderReally } from '#server/web/render/render-page.tsx';
import { openApplication } from './bookings/application.ts';
import { Visitor } from './bookings/visitor.ts';

const FILE: Asset = {
  type: 'text/javascript',
  body: Buffer.from('let app = 1;'.repeat(2000)),
  packed: new Map(),
  immutable: true,
  etag: '"1"',
};

interface Parts {
  readonly env?: Readonly<Record<string, string>>;
  readonly renderPage?: AppParts['renderPage'];
}

/** The site as it is built, with `/assets/site.js`: pages that many visitors share are kept. */
export function openBuiltSite({ env = {}, renderPage = renderReally }: Parts = {}) {
  const services = openApplication({
    env,
    openPayments({ payments }, clock, store) {
      if (payments.kind !== 'sandbox') throw new Error('these tests take place in the sandbox');
      return new SandboxPayments({ store, clock, webhookSecret: payments.webhookSecret });
    },
  });
  const assets = new Map([['/assets/site.js', FILE]]);
  const app = createApp({ services, assets, devRoutes: new Hono(), renderPage });
  return { ...services, app, visitor: () => new Visitor({ app, bank: services.payments }) };
}
