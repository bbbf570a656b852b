import { getRequestListener } from '@hono/node-server';
import { isRunnableDevEnvironment, type Plugin } from 'vite';

type Fetch = (request: Request, env: object) => Promise<Response>;

/** Requests that Vite does not handle go to the application, reloaded after each change. */
export function devServer(entry: string): Plugin {
  return {
    name: 'dev-server',
    apply: 'serve',
    configureServer(server) {
      const { ssr } = server.environments;
      if (!ssr || !isRunnableDevEnvironment(ssr) || process.env['VITEST']) return;
      const load = () => ssr.runner.import<{ fetch: Fetch }>(entry);
      const listener = getRequestListener(async (request, env) => (await load()).fetch(request, env));
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
