/** One stream for each item of the attention list that the owner dismissed. A settled item leaves the list by itself. */
import type { Dismissal } from '#shared/owner/needs-attention.ts';
import type { Stream } from './event.ts';
import { type EventsOf, factsOf, stream } from './stream.ts';

/** Null while the item is listed. */
export interface AttentionState {
  readonly dismissed: Dismissal | null;
}

interface ByAdmin {
  readonly admin: string;
}

const { fact } = factsOf<AttentionState>();

const attentionFacts = {
  AttentionDismissed: fact<ByAdmin & { readonly reason: Dismissal }>((_, { reason }) => ({ dismissed: reason })),
  AttentionRestored: fact<ByAdmin>(() => ({ dismissed: null })),
};

export type AttentionEvent = EventsOf<typeof attentionFacts>;

const INITIAL: AttentionState = { dismissed: null };

export const attentionType = stream('attention', INITIAL, attentionFacts);

export function attentionStream(item: string): Stream<AttentionState, AttentionEvent> {
  return { name: `attention-${item}`, type: attentionType };
}

interface Decided {
  readonly attention: readonly AttentionEvent[];
}

type Item = { readonly attention: AttentionState };

/** Also an item that was dismissed and is open for a new reason. */
export function dismissAttention(reason: Dismissal, admin: string): Decided {
  return { attention: [{ type: 'AttentionDismissed', data: { reason, admin } }] };
}

/** Records nothing for an item that is not dismissed. */
export function restoreAttention({ attention }: Item, admin: string): Decided {
  if (attention.dismissed === null) return { attention: [] };
  return { attention: [{ type: 'AttentionRestored', data: { admin } }] };
}
