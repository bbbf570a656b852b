import { createMemoryHistory } from '@tanstack/react-router';
import { createQueryClient } from '#client/shell/query/query-client.ts';
import { createAppRouter } from '#client/router.tsx';
import { type AppRpc, type Contract, contract } from '#shared/calls/contract.ts';
import { OLIVE } from '../../owner/olive.ts';
import { TEST_SITE } from '../../../test-site.ts';

/** A browser that opens pages of the site one after another, and the calls that they make. `failing` calls fail the first time. */
export function openBrowser(...failing: readonly (keyof Contract)[]) {
  const calls: string[] = [];
  const count = (name: keyof Contract) => calls.filter((each) => each === name).length;
  const answers = (Object.keys(contract) as (keyof Contract)[]).map((name) => {
    const answer = async () => {
      calls.push(name);
      if (failing.includes(name) && count(name) === 1) throw new TypeError('fetch failed');
      // Every list is empty, and every record exists.
      return name === 'session' ? { authenticated: true, user: OLIVE } : { page: 1, days: [], slots: [], parts: [] };
    };
    return [name, answer] as const;
  });
  const rpc = Object.fromEntries(answers) as unknown as AppRpc;
  const queryClient = createQueryClient(false);
  const open = async (path: string) => {
    const context = { queryClient, rpc, site: TEST_SITE, flash: null, whenShown: Promise.resolve(), newKey: () => 'k' };
    const router = createAppRouter(context);
    router.update({ context, history: createMemoryHistory({ initialEntries: [path] }) });
    await router.load();
  };
  return { open, count };
}
