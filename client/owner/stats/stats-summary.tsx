import { type SystemStats, WEBHOOK_PORTAL_PATH } from '#shared/owner/stats.ts';
import { buttonClass, ButtonLink } from '../../components/page.tsx';
import { formatCount } from '#shared/format-count.ts';
import { monthName } from '#shared/civil-date.ts';
import { formatCents } from '#shared/money.ts';
import { net } from '#shared/owner/stats-tables.ts';

export function StatsSummary({ stats }: { readonly stats: SystemStats }) {
  const { revenue, month, use, users, lateCancellations, failedMails, webhooks } = stats;
  const [thisMonth] = revenue.months.slice(-1);
  const booked = use.reduce((sum, day) => sum + day.booked, 0);
  const sellable = use.reduce((sum, day) => sum + day.booked + day.held + day.open, 0);
  const figures = [
    [`Net revenue, ${monthName(month)}`, formatCents(thisMonth ? net(thisMonth) : 0)],
    ['Half days booked, next two weeks', `${booked} of ${sellable}`],
    ['Late cancellations still open', formatCount(lateCancellations.open)],
    ['Users', formatCount(users.all)],
    ['Emails not sent yet', formatCount(failedMails.open)],
    ...(webhooks.provider === 'none'
      ? []
      : [['Webhook messages not sent yet', formatCount(webhooks.refused.open + webhooks.waiting)]]),
  ];
  return (
    <section aria-labelledby="stats">
      <h2 id="stats" className="mb-3 text-2xl">
        Stats
      </h2>
      <FigureList figures={figures} />
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to="/app/admin/stats">See all stats</ButtonLink>
        <WebhooksLink provider={webhooks.provider} />
      </div>
    </section>
  );
}

export function FigureList({ figures }: { readonly figures: readonly (readonly string[])[] }) {
  return (
    <dl className="max-w-prose">
      {figures.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2">
          <dt className="text-pencil">{name}</dt>
          <dd className="font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A plain form, because the link is created on request. */
function WebhooksLink({ provider }: { readonly provider: SystemStats['webhooks']['provider'] }) {
  if (provider !== 'svix') return null;
  return (
    <form method="post" action={WEBHOOK_PORTAL_PATH}>
      <button type="submit" className={buttonClass()}>
        Manage webhooks at Svix
      </button>
    </form>
  );
}
