import {
  type AttentionItem,
  DISMISSALS,
  type Dismissal,
  type DismissedItem,
  type NeedsAttention as Needs,
} from '#shared/owner/needs-attention.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { formatCents } from '#shared/money.ts';
import { phoneUrl } from '#shared/phone.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { instantWords } from '#shared/time-zone.ts';
import { CommandButton, CommandItem } from '../../account/forms/commands.tsx';
import { buttonClass, ButtonLink, TextLink, textLinkClass, type Elements, Sign } from '../../components/page.tsx';
import { Notice } from '../../components/notices/notice.tsx';
import { ATTENTION_ID, TO_SETTLE_ID } from './attention-line.tsx';
import { Confirmed, GaveBack } from '../confirmed.tsx';
import { goesBackWords, hearsWords, refundButtonWords } from '../customer-words.ts';
import { UnrecordedVisits } from './unrecorded-visits.tsx';

/** Each with the owner's actions; below, what the owner dismissed. */
export function NeedsAttention({ needs, timeZone }: { readonly needs: Needs; readonly timeZone: string }) {
  const { items, total, dismissed, unrecorded } = needs;
  const troubles = troublesOf(needs, timeZone);
  return (
    <section aria-labelledby={ATTENTION_ID} className="my-10">
      <h2 id={ATTENTION_ID} className="mb-4 text-2xl">
        Needs attention
      </h2>
      <UnrecordedVisits {...needs} />
      <div id={TO_SETTLE_ID}>
        {troubles.map(({ title, advice, line, action }) => (
          <div key={title} className="mb-4">
            <Notice tone="danger" title={title}>
              <p className="max-w-prose">{advice}</p>
              <p className="mt-2 max-w-prose text-sm wrap-anywhere">{line}</p>
              {action ? <div className="mt-3">{action}</div> : null}
            </Notice>
          </div>
        ))}
        {items.length > 0 || unrecorded.length > 0 || troubles.length > 0 ? null : (
          <p className="text-pencil">
            {dismissed.length === 0 ? 'Nothing. Every refund and every email went out.' : 'Nothing new.'}
          </p>
        )}
        {items.length === 0 ? null : (
          <ul className="grid gap-4">
            {items.map((item) => (
              <li key={item.id}>
                <Item item={item} timeZone={timeZone} />
              </li>
            ))}
          </ul>
        )}
        {total > items.length ? (
          <p className="mt-4 text-pencil">{`These are the ${items.length} oldest of ${total}. The others follow as you settle them.`}</p>
        ) : null}
      </div>
      {dismissed.length === 0 ? null : <Dismissed dismissed={dismissed} timeZone={timeZone} />}
    </section>
  );
}

interface Trouble {
  readonly title: string;
  readonly advice: string;
  /** For the person who can help. */
  readonly line: string;
  readonly action?: Elements;
}

const HELPER = 'the person who runs your server, and read them the line below.';

/** What is wrong with the whole site, until it's right again. */
function troublesOf({ writeRefusal, backup, sender, lateMail, lateWebhooks }: Needs, timeZone: string): Trouble[] {
  const troubles = [
    writeRefusal !== null && {
      title: 'Nothing can be saved right now',
      advice: `People can’t book, and what you change here is refused. If this note stays for five minutes, call ${HELPER}`,
      line: writeRefusal,
    },
    backup && {
      title: 'The backup of your records is out of date',
      advice: `Bookings go on, and nothing is lost. But if this machine breaks now, the newest bookings are gone. If this note stays for a day, call ${HELPER}`,
      line: `Since ${instantWords(backup.since, timeZone)}: ${backup.reason}`,
    },
    sender !== null && {
      title: 'Your customers get no email',
      advice: `Our emails go out from an address for trials. Call ${HELPER}`,
      line: sender,
    },
    lateMail && {
      title: 'Emails are waiting to go out',
      advice:
        'Customers may be waiting for a confirmation. We keep trying, and each email is sent once it works again. Nothing is wrong with the bookings. If it lasts, look whether Resend says that it has a problem.',
      line: `The first has waited since ${instantWords(lateMail.since, timeZone)}.${triedWords(lateMail.failures)}`,
    },
    lateWebhooks && {
      title:
        lateWebhooks.waiting === 1
          ? 'A webhook message can’t be sent'
          : `${lateWebhooks.waiting} webhook messages can’t be sent`,
      advice:
        'Your other programs don’t know about the latest changes yet. We keep trying, and send everything in order once it works again. Nothing is wrong with the bookings.',
      line: `Waiting since ${instantWords(lateWebhooks.since, timeZone)}.${triedWords(lateWebhooks.failures, lateWebhooks.reason)}`,
      action: (
        <CommandItem command="hastenWebhooks" input={{}} className={buttonClass()}>
          Try again now
        </CommandItem>
      ),
    },
  ];
  return troubles.filter((trouble) => trouble !== null && trouble !== false);
}

function triedWords(failures: number, reason = ''): string {
  if (failures === 0) return '';
  return ` We’ve tried ${failures === 1 ? 'once' : `${failures} times`}${reason === '' ? '.' : `: ${reason}`}`;
}

function titleOf(item: AttentionItem): string {
  const name = item.customer?.name ?? 'a deleted customer';
  switch (item.kind) {
    case 'refund':
      return `A refund of ${formatCents(item.cents)} to ${name} failed`;
    case 'dispute':
      return `${name} disputes ${formatCents(item.cents)}`;
    case 'owed':
      return `You owe ${name} ${formatCents(item.cents)}`;
    case 'mail':
      return item.to === 'owner' ? 'An email to you couldn’t be sent' : `An email to ${name} couldn’t be sent`;
    case 'bounce':
      return item.how === 'bounced' ? `Emails to ${name} bounce` : `${name} reported our email as spam`;
    case 'webhook':
      return `A webhook message about ${name}’s booking was refused`;
    case 'forfeit':
      return `${item.customer?.name ?? 'A deleted customer'} canceled late, and the time is open`;
  }
}

function adviceOf(item: AttentionItem): string {
  switch (item.kind) {
    case 'refund':
      return 'We keep trying. If it goes on, refund it in your payment account and call them.';
    case 'dispute':
      return 'Answer it in your payment account, with what shows that the visit was booked and took place: the booking’s page, your emails, photos of the work. Without an answer the bank decides for the customer. No refund goes out until it has decided.';
    case 'owed':
      return 'They paid you directly, so the site sends no money. Give it back, then say so here.';
    case 'mail':
      return item.to === 'owner'
        ? 'Have your address in the site’s settings checked, then send it again.'
        : `It would have told them ${item.tells}. Call them, and send it again once their address is right.`;
    case 'bounce':
      return `We send no more email to ${item.customer.email}. Call them for one that works, and correct it in the booking.`;
    case 'webhook':
      return `Your other programs don’t know about it yet (${item.type}). Send it again once the reason is out of the way. Nothing is wrong with the booking.`;
    case 'forfeit':
      return `${slotWords(item.slot)}. You keep the ${formatCents(item.cents)}, unless someone books that time before it starts. Or refund it now.`;
  }
}

function sinceWords(item: AttentionItem, timeZone: string): string {
  const since = instantWords(item.since, timeZone);
  if (item.kind === 'forfeit') return `Canceled ${since}.`;
  if (item.kind === 'owed' || item.kind === 'bounce') return `Since ${since}.`;
  if (item.kind === 'dispute') {
    const reason = item.reason.replaceAll('_', ' ');
    return item.due === null ? `Since ${since}: ${reason}` : `Due ${instantWords(item.due, timeZone)}: ${reason}`;
  }
  const times = item.failures === 1 ? 'Once' : `${item.failures} times`;
  return `${times} since ${since}${item.reason === '' ? '.' : `: ${item.reason}`}`;
}

function Item({ item, timeZone }: { readonly item: AttentionItem; readonly timeZone: string }) {
  const { eventId, customer } = item;
  return (
    <Notice tone={item.kind === 'forfeit' ? 'caution' : 'danger'} title={titleOf(item)}>
      <p className="max-w-prose">{adviceOf(item)}</p>
      <p className="mt-2 max-w-prose text-sm wrap-anywhere">{sinceWords(item, timeZone)}</p>
      <div className="mt-3 flex flex-wrap items-start gap-3">
        {customer && item.kind !== 'webhook' ? (
          <a href={phoneUrl(customer.phone)} className={buttonClass()}>{`Call ${customer.phone}`}</a>
        ) : null}
        {item.kind === 'mail' || item.kind === 'webhook' ? (
          <CommandItem
            command={item.kind === 'mail' ? 'sendMailAgain' : 'sendWebhookAgain'}
            input={{ failure: item.id }}
            className={buttonClass()}
          >
            Send it again
          </CommandItem>
        ) : null}
        {item.kind === 'refund' ? (
          <CommandItem
            command="retryRefund"
            input={{ eventId, payment: item.payment, at: 'landing' }}
            className={buttonClass()}
          >
            Try the refund again
          </CommandItem>
        ) : null}
        <ButtonLink
          to="/app/admin/bookings/$eventId"
          params={{ eventId }}
        >{`Booking ${referenceOf(eventId)}`}</ButtonLink>
      </div>
      <div className="mt-3 grid max-w-prose gap-3">
        {item.kind === 'owed' ? (
          <GaveBack eventId={eventId} payment={item.payment} cents={item.cents} at="landing" />
        ) : null}
        {item.kind === 'forfeit' ? (
          <Confirmed
            title={`Refund the ${formatCents(item.cents)}`}
            text={`${goesBackWords(item.isPaidOutside)} This can’t be undone.${hearsWords(customer)}`}
          >
            <CommandButton command="refundKeptPayment" input={{ eventId, at: 'landing' }} look="danger">
              {refundButtonWords(item.cents, item.isPaidOutside)}
            </CommandButton>
          </Confirmed>
        ) : null}
        <Confirmed title="Dismiss" text="It leaves this list. Nothing else changes. Why?">
          <div className="flex flex-wrap gap-3">
            {DISMISSALS.map((reason) => (
              <CommandItem
                key={reason}
                command="dismissAttention"
                input={{ item: item.id, reason }}
                className={buttonClass()}
              >
                {REASONS[reason]}
              </CommandItem>
            ))}
          </div>
        </Confirmed>
      </div>
    </Notice>
  );
}

const REASONS: Readonly<Record<Dismissal, string>> = {
  called: 'I called them',
  'settled-elsewhere': 'I settled it myself',
  'not-needed': 'It doesn’t matter anymore',
};

function Dismissed({ dismissed, timeZone }: { dismissed: readonly DismissedItem[]; timeZone: string }) {
  return (
    <details className="group mt-4">
      <summary
        className={`inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 [&::-webkit-details-marker]:hidden ${textLinkClass}`}
      >
        <span>{`Dismissed, not settled yet (${dismissed.length})`}</span>
        <Sign name="down" className="group-open:rotate-180" />
      </summary>
      <ul className="grid gap-3">
        {dismissed.map(({ item, reason, at }) => (
          <li key={item.id} className="border-b border-line pb-3">
            <p className="font-semibold">{titleOf(item)}</p>
            <p className="text-sm text-pencil">
              “<span>{REASONS[reason]}</span>”, <span>{instantWords(at, timeZone)}</span>.{' '}
              <TextLink
                to="/app/admin/bookings/$eventId"
                params={{ eventId: item.eventId }}
              >{`Booking ${referenceOf(item.eventId)}`}</TextLink>
            </p>
            <div className="mt-2">
              <CommandItem command="restoreAttention" input={{ item: item.id }} className={buttonClass()}>
                Bring it back
              </CommandItem>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}
