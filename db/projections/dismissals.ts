import { attentionType } from '#events/attention.ts';
import type { Dismissal } from '#shared/owner/needs-attention.ts';
import { integer, integerOrNull, key, projection, textOrNull } from './projection.ts';

/** Items that the owner dismissed from the attention list; nulls once listed again. */
export const dismissals = projection({
  name: 'dismissals',
  columns: {
    item: key<string>(),
    position: integer<number>(),
    dismissed: textOrNull<Dismissal>(),
    dismissed_at: integerOrNull(),
  },
  create: {
    AttentionDismissed: ({ stream, position, at, data }) => ({
      item: stream.slice(attentionType.category.length + 1),
      position,
      dismissed: data.reason,
      dismissed_at: at,
    }),
  },
  update: { AttentionRestored: (row) => ({ ...row, dismissed: null, dismissed_at: null }) },
});
