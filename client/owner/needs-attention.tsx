import { Link } from '@tanstack/react-router';
import type { AttentionItem } from '#shared/owner/needs-attention.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { formatCents } from '#shared/money.ts';
import { CommandItem } from '../account/forms/command-item.tsx';
import { buttonClass } from '../components/button.tsx';
import { Notice } from '../components/notices/notice.tsx';
import { instantWords } from '../wording/instant-words.ts';
import { phoneLink } from './links.ts';

interface Parts {
  readonly items: readonly AttentionItem[];
  readonly timeZone: string;
}

/** Failures, each with what the owner can do about it. */
export function NeedsAttention({ items, timeZone }: Parts) {
  return (
    <section aria-labelledby="attention" className="my-10">
      <h2 id="attention" className="mb-4 text-2xl">
        Needs attention
      </h2>
      {items.length === 0 ? (
        <p className="text-pencil">Nothing. Every refund and every email went out.</p>
      ) : (
        <ul className="grid gap-4">
          {items.map((item) => (
            <li key={item.id}>
              <Item item={item} timeZone={timeZone} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function titleOf(item: AttentionItem): string {
  const name = item.customer?.name ?? 'a deleted customer';
  if (item.kind === 'refund') return `A refund of ${formatCents(item.cents)} to ${name} failed`;
  return item.to === 'owner' ? 'An email to you couldn’t be sent' : `An email to ${name} couldn’t be sent`;
}

/** What happens without the owner, and what the owner should do. */
function adviceOf(item: AttentionItem): string {
  if (item.kind === 'refund') return 'We keep trying. If it goes on, refund it in your payment account and call them.';
  const again = 'We try again once a day for a week.';
  return item.to === 'owner' ? again : `It would have told them ${item.tells}. Call them. ${again}`;
}

function Item({ item, timeZone }: { readonly item: AttentionItem; readonly timeZone: string }) {
  const { eventId, failures, reason, since, customer } = item;
  const times = failures === 1 ? 'Once' : `${failures} times`;
  return (
    <Notice tone="danger" title={titleOf(item)}>
      <p className="max-w-prose">{adviceOf(item)}</p>
      <p className="mt-2 max-w-prose text-sm wrap-anywhere">
        {times} since {instantWords(since, timeZone)}
        {reason === '' ? '.' : `: ${reason}`}
      </p>
      <div className="mt-3 flex flex-wrap items-start gap-3">
        {customer ? (
          <a href={phoneLink(customer.phone)} className={buttonClass()}>
            Call {customer.phone}
          </a>
        ) : null}
        {item.kind === 'mail' ? (
          <CommandItem command="sendMailAgain" input={{ failure: item.id }} className={buttonClass()}>
            Send it again
          </CommandItem>
        ) : null}
        <Link to="/app/admin/bookings/$eventId" params={{ eventId }} className={buttonClass()}>
          Booking {referenceOf(eventId)}
        </Link>
      </div>
    </Notice>
  );
}
