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
      const listener = getRequestListener(async (request, env) => {
        const { fetch } = await ssr.runner.import<{ fetch: Fetch }>(entry);
        return fetch(request, env);
      });
      return () => {
        server.middlewares.use((incoming, outgoing) => {
          incoming.url = incoming.originalUrl ?? incoming.url;
          void listener(incoming, outgoing);
        });
      };
    },
  };
}
