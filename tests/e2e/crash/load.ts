import { expect, vi } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { PATIENCE_MS } from '#tests/patience.ts';
import { startSvix } from '../../server/outside/webhooks/svix-server.ts';
import { HttpCustomer } from '../http-customer.ts';
import type { UnfinishedJob } from './evidence.ts';
import { Members } from './members.ts';
import { startMailApi, troubled } from './outside.ts';
import { Visitors } from './visitors.ts';

/** Starts the outside services, with faults. `patienceMs` is how long people wait for each response. */
export async function startLoad(patienceMs: number = PATIENCE_MS) {
  const [mail, { fake: svix, ...svixServer }] = await Promise.all([startMailApi(), startSvix()]);
  const visitors = new Visitors(patienceMs);
  const members = new Members(mail, patienceMs);
  /** Members who could not use the session or the password that a server had acknowledged. */
  const lockedOut: string[] = [];
  svix.fault = troubled(svix);
  return {
    visitors,
    members,
    mail,
    svix,
    lockedOut,
    /** For servers. */
    settings: {
      BOOKING_WINDOW_DAYS: '73000',
      LOG_LEVEL: 'error',
      RATE_LIMIT: '0',
      RESEND_API_KEY: 're_test',
      RESEND_BASE_URL: mail.url,
      RESEND_WEBHOOK_SECRET: 'whsec_MDEyMzQ1Njc4OQ==',
      SVIX_TOKEN: 'testsk_0123456789',
      SVIX_SERVER_URL: svixServer.url,
    },
    /** Outside services recover, and everything that was begun is finished. */
    async settle(origin: string, unfinishedJobs: () => UnfinishedJob[] | Promise<UnfinishedJob[]>): Promise<void> {
      svix.fault = () => null;
      await visitors.settle(origin);
      const patience = { timeout: 3 * PATIENCE_MS, interval: 500 };
      await vi.waitFor(async () => expect(await unfinishedJobs()).toEqual([]), patience);
      await members.confirmAll(origin);
      for (const { member, browser } of members.signedIn) {
        const { name, email, password } = member;
        browser.origin = origin;
        const session = await browser.get(rpcPath('session'));
        const again = await new HttpCustomer(origin).call('signIn', { email, password });
        if (!session.text.includes(name) || again.status !== 200) lockedOut.push(name);
      }
    },
    async stop(): Promise<void> {
      await Promise.all([mail.stop(), svixServer.stop()]);
    },
  };
}

export type Load = Awaited<ReturnType<typeof startLoad>>;
