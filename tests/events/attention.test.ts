import { expect, test } from 'vitest';
import { type AttentionEvent, attentionType, dismissAttention, restoreAttention } from '#events/attention.ts';
import { fold } from '#events/event.ts';
import { frozen } from './given.ts';

const dismissed: AttentionEvent = { type: 'AttentionDismissed', data: { reason: 'called', admin: 'a1' } };
const restored: AttentionEvent = { type: 'AttentionRestored', data: { admin: 'a2' } };

function after(...events: AttentionEvent[]) {
  return { attention: fold(attentionType, frozen(events)) };
}

test('an item is dismissed once, with a reason and by an admin', () => {
  expect(dismissAttention(after(), 'called', 'a1')).toEqual({ attention: [dismissed] });
  expect(dismissAttention(after(dismissed), 'not-needed', 'a2')).toEqual({ attention: [] });
});

test('a dismissed item is restored once, and can then be dismissed again', () => {
  expect(restoreAttention(after(dismissed), 'a2')).toEqual({ attention: [restored] });
  expect(restoreAttention(after(), 'a2')).toEqual({ attention: [] });
  expect(restoreAttention(after(dismissed, restored), 'a2')).toEqual({ attention: [] });
  expect(dismissAttention(after(dismissed, restored), 'called', 'a1')).toEqual({ attention: [dismissed] });
});
