import { expect, test } from 'vitest';
import { withDraft } from '#client/booking/form/state/restore-form.ts';
import { EMPTY_BOOKING_FORM } from '#shared/booking/booking-form.ts';

const ACCOUNT = { ...EMPTY_BOOKING_FORM, name: 'Ana', area: 'Ojai' };
const DRAFT = { ...EMPTY_BOOKING_FORM, name: 'Bo', notes: 'Ring twice', tasks: ['painting'] };

test('a draft typed on a page of the same account gives every text back, also an emptied one', () => {
  const restored = withDraft(ACCOUNT, ACCOUNT, { values: DRAFT, isWhole: true });
  expect(restored).toMatchObject({ name: 'Bo', area: '', notes: 'Ring twice', tasks: ['painting'] });
});

test('a draft that a guest typed leaves what the account knows where it has nothing', () => {
  const restored = withDraft(ACCOUNT, ACCOUNT, { values: DRAFT, isWhole: false });
  expect(restored).toMatchObject({ name: 'Bo', area: 'Ojai', notes: 'Ring twice' });
});

test('what was typed or ticked before scripts ran stays', () => {
  const now = { ...ACCOUNT, name: 'Cy', tasks: ['tv-mounting'] };
  const restored = withDraft(now, ACCOUNT, { values: DRAFT, isWhole: true });
  expect(restored).toMatchObject({ name: 'Cy', tasks: ['tv-mounting'], notes: 'Ring twice' });
});

test('a draft changes neither session type nor time of the fields', () => {
  const draft = { ...DRAFT, service: 'full-day', slot: '2027-03-09/full' };
  expect(withDraft(ACCOUNT, ACCOUNT, { values: draft, isWhole: true })).toMatchObject({ service: '', slot: '' });
});
