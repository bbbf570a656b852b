/** One stream for each dismissed item of the attention list. */
import type { Dismissal } from '#shared/owner/needs-attention.ts';
import type { Stream } from './event.ts';
import { type EventsOf, factsOf, stream } from './stream.ts';

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

export function dismissAttention(reason: Dismissal, admin: string): Decided {
  return { attention: [{ type: 'AttentionDismissed', data: { reason, admin } }] };
}

export function restoreAttention({ attention }: Item, admin: string): Decided {
  if (attention.dismissed === null) return { attention: [] };
  return { attention: [{ type: 'AttentionRestored', data: { admin } }] };
}
