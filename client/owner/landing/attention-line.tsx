import { formatCount } from '#shared/format-count.ts';
import type { NeedsAttention } from '#shared/owner/needs-attention.ts';
import { loneLinkClass } from '../../components/page.tsx';

export const ATTENTION_ID = 'attention';
export const TO_SETTLE_ID = 'to-settle';
export const TO_RECORD_ID = 'to-record';

const LINE = '-mt-4 mb-6 flex min-h-11 flex-wrap items-center gap-x-5';

/** Reserves the line's place, so that nothing moves when it arrives. */
export function AttentionLineToCome() {
  return <p className={LINE} />;
}

function settleWords(things: number): string {
  return things === 1 ? '1 thing needs attention' : `${formatCount(things)} things need attention`;
}

function recordWords(visits: number): string {
  return visits === 1 ? '1 visit to record' : `${formatCount(visits)} visits to record`;
}

/** Empty if it failed to load. */
export function AttentionLine({ needs }: { readonly needs: NeedsAttention | null }) {
  if (needs === null) return <AttentionLineToCome />;
  const { total, writeRefusal, backup, sender, lateMail, lateWebhooks, unrecordedTotal } = needs;
  const others = [writeRefusal, backup, sender, lateMail, lateWebhooks].filter((each) => each !== null).length;
  const things = total + others;
  return (
    <p className={LINE}>
      {things === 0 ? null : (
        <a href={`#${unrecordedTotal === 0 ? ATTENTION_ID : TO_SETTLE_ID}`} className={loneLinkClass}>
          {settleWords(things)}
        </a>
      )}
      {unrecordedTotal === 0 ? null : (
        <a href={`#${TO_RECORD_ID}`} className={loneLinkClass}>
          {recordWords(unrecordedTotal)}
        </a>
      )}
      {things + unrecordedTotal === 0 ? <span className="text-pencil">Nothing needs attention.</span> : null}
    </p>
  );
}
