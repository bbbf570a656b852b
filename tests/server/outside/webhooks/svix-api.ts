import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { SvixFake } from './svix-fake.ts';

const SVIX_URL = 'https://api.eu.svix.com';

/** Svix's API in the network of this process, with an empty account before each test. No other host can be reached. */
export function svixApi(): { readonly fake: SvixFake } {
  const server = setupServer();
  const api = { fake: new SvixFake() };
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  afterAll(() => server.close());
  beforeEach(() => {
    api.fake = new SvixFake();
    const { fake } = api;
    server.use(
      http.all(`${SVIX_URL}/*`, async ({ request }) => {
        const reply = await fake.handle(request);
        if (reply === 'hang') return new Promise<never>(() => {});
        return reply === 'reset' ? HttpResponse.error() : reply;
      }),
    );
  });
  afterEach(() => server.resetHandlers());
  return api;
}
