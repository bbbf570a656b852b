import { beforeEach, expect, test, vi } from 'vitest';
import { clearDraft, forgetKey, keyFor, loadDraft, saveDraft } from '#client/booking/form/state/draft.ts';
import { EMPTY_BOOKING_FORM } from '#shared/booking/booking-form.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  forgetKey();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
});

test('a draft is loaded as it was typed', () => {
  expect(loadDraft(null)).toBeNull();
  const draft = { ...EMPTY_BOOKING_FORM, name: 'Ana', tasks: ['painting'] };
  saveDraft(draft, null);
  expect(loadDraft(null)).toEqual({ values: draft, isWhole: true });
  clearDraft();
  expect(loadDraft(null)).toBeNull();
});

test('a draft of an account is loaded on its pages alone; a draft of a guest on any page', () => {
  const draft = { ...EMPTY_BOOKING_FORM, name: 'Ana' };
  saveDraft(draft, 'mark of Ana');
  expect(loadDraft('mark of Ana')).toEqual({ values: draft, isWhole: true });
  expect(loadDraft('mark of Ben')).toBeNull();
  expect(loadDraft(null)).toBeNull();
  saveDraft(draft, null);
  expect(loadDraft('mark of Ben')).toEqual({ values: draft, isWhole: false });
});

test('the same request keeps its key, another request gets another key, and a final response drops it', () => {
  const first = keyFor({ name: 'Ana' });
  expect(keyFor({ name: 'Ana' })).toBe(first);
  const second = keyFor({ name: 'Bo' });
  expect(second).not.toBe(first);
  forgetKey();
  expect(keyFor({ name: 'Bo' })).not.toBe(second);
});
