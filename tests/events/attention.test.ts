import { expect, test } from 'vitest';
import { type AttentionEvent, attentionType, dismissAttention, restoreAttention } from '#events/attention.ts';
import { fold } from '#events/event.ts';
import { frozen } from './given.ts';

const dismissed: AttentionEvent = { type: 'AttentionDismissed', data: { reason: 'called', admin: 'a1' } };
const restored: AttentionEvent = { type: 'AttentionRestored', data: { admin: 'a2' } };

function after(...events: AttentionEvent[]) {
  return { attention: fold(attentionType, frozen(events)) };
}

test('an item is dismissed with a reason and by an admin', () => {
  expect(dismissAttention('called', 'a1')).toEqual({ attention: [dismissed] });
});

test('a dismissed item is restored once', () => {
  expect(restoreAttention(after(dismissed), 'a2')).toEqual({ attention: [restored] });
  expect(restoreAttention(after(), 'a2')).toEqual({ attention: [] });
  expect(restoreAttention(after(dismissed, restored), 'a2')).toEqual({ attention: [] });
});
