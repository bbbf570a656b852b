/**
 * Items of the owner's list of what needs attention: one stream for each item that the owner dismissed. An item that is settled leaves
 * the list by itself.
 */
import type { Dismissal } from '#shared/owner/needs-attention.ts';
import type { Stream } from './event.ts';
import { type EventsOf, factsOf, stream } from './stream.ts';

/** Why the item is dismissed; null while it is listed. */
export interface AttentionState {
  readonly dismissed: Dismissal | null;
}

/** The account of the admin. */
interface ByAdmin {
  readonly admin: string;
}

const { fact } = factsOf<AttentionState>();

const attentionFacts = {
  AttentionDismissed: fact<ByAdmin & { readonly reason: Dismissal }>((_, { reason }) => ({ dismissed: reason })),
  /** It is listed again. */
  AttentionRestored: fact<ByAdmin>(() => ({ dismissed: null })),
};

export type AttentionEvent = EventsOf<typeof attentionFacts>;

const INITIAL: AttentionState = { dismissed: null };

export const attentionType = stream('attention', INITIAL, attentionFacts);

/** The stream of an item. */
export function attentionStream(item: string): Stream<AttentionState, AttentionEvent> {
  return { name: `attention-${item}`, type: attentionType };
}

interface Decided {
  readonly attention: readonly AttentionEvent[];
}

type Item = { readonly attention: AttentionState };

/** Takes an item off the list, also one that was dismissed and is open for a new reason. */
export function dismissAttention(reason: Dismissal, admin: string): Decided {
  return { attention: [{ type: 'AttentionDismissed', data: { reason, admin } }] };
}

/** Puts a dismissed item on the list again. Records nothing for any other. */
export function restoreAttention({ attention }: Item, admin: string): Decided {
  if (attention.dismissed === null) return { attention: [] };
  return { attention: [{ type: 'AttentionRestored', data: { admin } }] };
}
