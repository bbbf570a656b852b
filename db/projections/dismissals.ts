import { attentionType } from '#events/attention.ts';
import type { Dismissal } from '#shared/owner/needs-attention.ts';
import { integerOrNull, key, projection, textOrNull } from './projection.ts';

/** Items that the owner took off the list of what needs attention; null values once an item is listed again. */
export const dismissals = projection({
  name: 'dismissals',
  columns: { item: key<string>(), dismissed: textOrNull<Dismissal>(), dismissed_at: integerOrNull() },
  rowOf: attentionType,
  first: {
    AttentionDismissed: ({ stream, at, data }) => ({
      item: stream.slice(attentionType.category.length + 1),
      dismissed: data.reason,
      dismissed_at: at,
    }),
  },
  on: { AttentionRestored: (row) => ({ ...row, dismissed: null, dismissed_at: null }) },
});
