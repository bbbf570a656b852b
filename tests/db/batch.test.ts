import { expect, test } from 'vitest';
import { type BatchReads, decideBatch } from '#db/batch.ts';
import { type IdempotentCommand, anyChange } from '#db/change.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { NOW } from '../events/facts.ts';
import { day, hold, lapse } from './changes.ts';

/** An empty log, in which nothing was ever answered. */
function nothingCommitted(known: Partial<BatchReads> = {}): BatchReads {
  return {
    position: 0,
    now: NOW,
    stateOf: ({ type }) => ({ state: type.initial, revision: 0 }),
    answerTo: () => null,
    canUpdate: () => true,
    jobsOf: () => [],
    ...known,
  };
}

const once: IdempotentCommand = { key: 'k', body: 'b1', answer: 'b1' };

test('given nothing, when two holds of one slot and a release are decided, then each sees what those before it did', () => {
  const changes = [hold('b1'), hold('b2'), lapse('b1'), hold('b3')].map(anyChange);
  const { events, outcomes, states } = decideBatch(changes, nothingCommitted({ position: 7 }));
  expect(outcomes.map((outcome) => ('error' in outcome ? outcome.error : 'committed'))).toEqual([
    'committed',
    new Rejected('slot-taken'),
    'committed',
    'committed',
  ]);
  expect(events.map(({ position, type, stream }) => [position, type, stream.split('-')[1]])).toMatchObject([
    [8, 'SlotHeld', 'b1'],
    [9, 'UnitsHeld', '2027'],
    [10, 'HoldExpired', 'b1'],
    [11, 'UnitsReleased', '2027'],
    [12, 'SlotHeld', 'b3'],
    [13, 'UnitsHeld', '2027'],
  ]);
  expect(states.get('booking-b1')?.revision).toBe(2);
  expect(states.has('booking-b2')).toBe(false);
});

test('given one command twice in a batch, when it is decided, then the second gets the answer of the first', () => {
  const repeated = decideBatch([hold('b1', { once }), hold('b1', { once })].map(anyChange), nothingCommitted());
  expect(repeated.outcomes[1]).toEqual({ committed: { events: [], earlier: { answer: 'b1' } } });
  expect(repeated.answers).toMatchObject([once]);
  const reused = [hold('b1', { once }), hold('b2', { date: day(1), once: { ...once, body: 'b2' } })].map(anyChange);
  expect(decideBatch(reused, nothingCommitted()).outcomes[1]).toEqual({ error: new Rejected('key-reused') });
});

test('given a change that fails halfway, when it is decided, then it adds no event, write or job', () => {
  const job = { kind: 'mail', key: 'k', orderKey: 'b1', due: NOW, position: null };
  const failing = anyChange({
    ...hold('b1', { once }),
    newJobs: [job],
    writes: () => {
      throw new Error('a faulty write');
    },
  });
  const batch = decideBatch([failing], nothingCommitted());
  expect(batch).toMatchObject({ events: [], writes: [], newJobs: [], answers: [] });
  expect(batch.outcomes).toMatchObject([{ error: new Error('a faulty write') }]);
  expect(batch.states.size).toBe(0);
});
