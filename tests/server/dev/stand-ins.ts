import { devRoutes } from '#server/dev/routes.ts';
import { Mailbox } from '#server/outside/mail/mailbox.ts';
import { tempFolder } from '../../temp-folder.ts';
import { openSandbox } from '../outside/payments/shop.ts';

/** The pages of all stand-ins, with new stand-ins. */
export function openStandIns() {
  const { sandbox, store, clock } = openSandbox();
  const folder = tempFolder();
  const sender = { name: 'Oak Street Handyman', address: 'shop@example.com', replyTo: 'hello@example.com' };
  const mailbox = new Mailbox({ folder, sender, clock });
  const site = { appName: 'Oak Street Handyman', timeZone: 'America/Los_Angeles', clock, mailSecret: 'a secret' };
  const app = devRoutes({ ...site, mailbox, sandbox, movableClock: clock });
  const press = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    app.request(path, { method: 'POST', body: new URLSearchParams(fields), headers });
  return { app, press, sandbox, store, clock, mailbox, site };
}
