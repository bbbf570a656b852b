import { getRequestListener } from '@hono/node-server';
import { isRunnableDevEnvironment, type Plugin } from 'vite';

type Fetch = (request: Request, env: object) => Promise<Response>;

/** Passes requests that Vite does not handle to the application, which is reloaded after each change of a server module. */
export function devServer(entry: string): Plugin {
  return {
    name: 'dev-server',
    apply: 'serve',
    configureServer(server) {
      const { ssr } = server.environments;
      if (!ssr || !isRunnableDevEnvironment(ssr) || process.env['VITEST']) return;
      const load = () => ssr.runner.import<{ fetch: Fetch }>(entry);
      const listener = getRequestListener(async (request, env) => (await load()).fetch(request, env));
      // Vite reports a failure again to the first request.
      server.httpServer?.once('listening', () => void load().catch(() => {}));
      return () => {
        server.middlewares.use((incoming, outgoing, next) => {
          incoming.url = incoming.originalUrl ?? incoming.url;
          load().then(() => listener(incoming, outgoing), next);
        });
      };
    },
  };
}
