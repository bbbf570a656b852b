import { devRoutes } from '#server/dev/routes.ts';
import { Mailbox } from '#server/outside/mail/mailbox.ts';
import { localWebhooks } from '#server/outside/webhooks/local.ts';
import { createLog } from '#server/process/log.ts';
import { tempFolder } from '../../temp-folder.ts';
import { openSandbox } from '../outside/payments/shop.ts';

/** The pages of all stand-ins, with new stand-ins. */
export function openStandIns() {
  const { sandbox, store, clock } = openSandbox();
  const folder = tempFolder();
  const sender = { name: 'Oak Street Handyman', address: 'shop@example.com', replyTo: 'hello@example.com' };
  const mailbox = new Mailbox({ folder, sender, clock });
  const webhooks = localWebhooks(null, createLog({ level: 'silent' }));
  const site = { appName: 'Oak Street Handyman', timeZone: 'America/Los_Angeles', clock };
  const app = devRoutes({ ...site, mailbox, sandbox, localWebhooks: webhooks, movableClock: clock });
  const press = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    app.request(path, { method: 'POST', body: new URLSearchParams(fields), headers });
  return { app, press, sandbox, store, clock, mailbox, webhooks, site };
}
