import { expect, test } from 'vitest';
import { withDraft } from '#client/booking/form/state/draft.ts';
import { EMPTY_BOOKING_FORM } from '#shared/booking/booking-form.ts';

const ACCOUNT = { ...EMPTY_BOOKING_FORM, name: 'Ana', area: 'Ojai' };
const DRAFT = { ...EMPTY_BOOKING_FORM, name: 'Bo', notes: 'Ring twice', tasks: ['painting'] };

test('a draft of the same account restores every text, also an emptied one', () => {
  const restored = withDraft(ACCOUNT, ACCOUNT, { values: DRAFT, isWhole: true });
  expect(restored).toMatchObject({ name: 'Bo', area: '', notes: 'Ring twice', tasks: ['painting'] });
});

test('a draft of a guest leaves the account’s values where it is empty', () => {
  const restored = withDraft(ACCOUNT, ACCOUNT, { values: DRAFT, isWhole: false });
  expect(restored).toMatchObject({ name: 'Bo', area: 'Ojai', notes: 'Ring twice' });
});

test('values typed or ticked before scripts ran stay', () => {
  const now = { ...ACCOUNT, name: 'Cy', tasks: ['tv-mounting'] };
  const restored = withDraft(now, ACCOUNT, { values: DRAFT, isWhole: true });
  expect(restored).toMatchObject({ name: 'Cy', tasks: ['tv-mounting'], notes: 'Ring twice' });
});

test('a draft changes neither the session type nor the slot of the fields', () => {
  const draft = { ...DRAFT, service: 'full-day', slot: '2027-03-09/full' };
  expect(withDraft(ACCOUNT, ACCOUNT, { values: draft, isWhole: true })).toMatchObject({ service: '', slot: '' });
});
