import type { SystemStats } from '#shared/owner/stats.ts';
import { WEBHOOK_PORTAL_PATH } from '#shared/owner/webhook-portal.ts';
import { buttonClass } from '../components/button.tsx';

/** Leads to where webhook messages and their receivers are: a plain form, because the link is made when it is asked for. */
export function WebhooksLink({ provider }: { readonly provider: SystemStats['webhooks']['provider'] }) {
  if (provider === 'none') return null;
  if (provider === 'local') {
    return (
      <a href="/dev/webhooks" className={buttonClass()}>
        See webhook messages
      </a>
    );
  }
  return (
    <form method="post" action={WEBHOOK_PORTAL_PATH}>
      <button type="submit" className={buttonClass()}>
        Manage webhooks at Svix
      </button>
    </form>
  );
}
