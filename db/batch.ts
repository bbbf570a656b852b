/** Decides what the changes of one transaction result in. It writes nothing: each engine's committer does. */
import { randomUUIDv7 } from 'node:crypto';
import { accountOf } from '#events/account/account.ts';
import { bookingOf } from '#events/booking/booking.ts';
import type { Fact, Recorded, Stream } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { isRefusal } from '#events/refusal.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import type { Change, Committed, GuardedWrite, NewEvents, IdempotentCommand, Streams } from './change.ts';
import type { JobUpdate, JobSpec } from './jobs.ts';

export interface StreamState {
  readonly state: unknown;
  readonly revision: number;
}

export interface BatchReads {
  readonly position: number;
  readonly now: number;
  stateOf(stream: Stream<unknown, Fact>): StreamState;
  answerTo(once: IdempotentCommand): { readonly answer: unknown } | null;
  canUpdate(update: JobUpdate): boolean;
  jobsOf(event: Recorded<DomainEvent>): readonly JobSpec[];
}

/** After this event, nothing that identifies its person may be left. */
export type ForgettingEvent = Recorded<Extract<DomainEvent, { type: 'CustomerForgotten' | 'AccountDeleted' }>>;

export function isForgetting(event: Recorded<DomainEvent>): event is ForgettingEvent {
  return event.type === 'CustomerForgotten' || event.type === 'AccountDeleted';
}

const OF_ACCOUNT = ['addresses', 'passwords', 'sign_ins', 'link_tokens'];

/** The person's key, without which nothing decrypts the log, and the account's credentials or the booking's links. */
export function forgottenRows({ type, stream, data: { person } }: ForgettingEvent) {
  const key = { table: 'person_keys', column: 'person', value: person };
  if (type === 'CustomerForgotten')
    return [key, { table: 'manage_links', column: 'booking', value: bookingOf(stream) }];
  return [key, ...OF_ACCOUNT.map((table) => ({ table, column: 'account', value: accountOf(stream) }))];
}

export type Outcome = { readonly committed: Committed } | { readonly error: unknown };

export interface Batch {
  readonly writes: readonly GuardedWrite[];
  readonly newPersons: readonly string[];
  readonly events: readonly Recorded<DomainEvent>[];
  readonly answers: readonly IdempotentCommand[];
  readonly jobUpdates: readonly JobUpdate[];
  readonly newJobs: readonly JobSpec[];
  readonly states: ReadonlyMap<string, StreamState>;
  readonly outcomes: readonly Outcome[];
}

/** In order: each change sees the earlier ones. A refused or failed change adds nothing. */
export function decideBatch(changes: readonly Change<Streams>[], committed: BatchReads): Batch {
  const writes: GuardedWrite[] = [];
  const newPersons: string[] = [];
  const events: Recorded<DomainEvent>[] = [];
  const answers = new Map<string, IdempotentCommand>();
  const jobUpdates = new Map<number, JobUpdate>();
  const newJobs: JobSpec[] = [];
  const states = new Map<string, StreamState>();
  let person: string | null = null;

  const stateOf = (stream: Stream<unknown, Fact>) =>
    stream.isNew ? { state: stream.type.initial, revision: 0 } : (states.get(stream.name) ?? committed.stateOf(stream));

  function answerTo(once: IdempotentCommand): { readonly answer: unknown } | null {
    const given = answers.get(once.key);
    if (given && given.body !== once.body) throw new Rejected('key-reused');
    return given ?? committed.answerTo(once);
  }

  function decide(change: Change<Streams>): Committed {
    const { streams, once, updateJob } = change;
    const loaded = Object.entries(streams).map(([name, stream]) => [name, stateOf(stream)] as const);
    const given = Object.fromEntries(loaded.map(([name, { state }]) => [name, state]));
    const unauthorized = once?.authorize(given) ?? null;
    if (unauthorized) throw new Rejected(unauthorized.refusal);
    const earlier = once ? answerTo(once) : null;
    if (earlier) return { events: [], earlier: { answer: earlier.answer } };
    person ??= randomUUIDv7();
    const decision = change.decide(given, person);
    if (isRefusal(decision)) throw new Rejected(decision.refusal);
    if (updateJob && (jobUpdates.has(updateJob.id) || !committed.canUpdate(updateJob)))
      throw new Rejected('already-settled');
    const addition = record(change, Object.fromEntries(loaded), decision);
    // Nothing below throws, so that a change adds all of its parts or none.
    if (addition.events.some(({ data }) => 'person' in data && data.person === person)) {
      newPersons.push(person);
      person = null;
    }
    writes.push(...addition.writes);
    events.push(...addition.events);
    newJobs.push(...(change.newJobs ?? []), ...addition.newJobs);
    for (const [name, state] of addition.states) states.set(name, state);
    if (updateJob) jobUpdates.set(updateJob.id, updateJob);
    if (once) answers.set(once.key, once);
    return { events: addition.events, earlier: null };
  }

  function record(
    { streams, cause, writes: writesFor }: Change<Streams>,
    loaded: Readonly<Record<string, StreamState>>,
    decided: NewEvents<Streams>,
  ) {
    const { correlation, causation = null } = cause;
    const recorded: Recorded<DomainEvent>[] = [];
    const after = new Map<string, StreamState>();
    for (const name of Object.keys(streams)) {
      const { name: stream, type } = streams[name]!;
      let { state, revision } = loaded[name]!;
      for (const fact of (decided[name] ?? []) as readonly DomainEvent[]) {
        revision += 1;
        state = type.evolve(state, fact);
        const position = committed.position + events.length + recorded.length + 1;
        const id = randomUUIDv7();
        recorded.push({ ...fact, position, stream, revision, id, at: committed.now, correlation, causation });
        after.set(stream, { state, revision });
      }
    }
    return {
      events: recorded,
      states: after,
      newJobs: recorded.flatMap((event) => committed.jobsOf(event)),
      writes: writesFor?.(decided) ?? [],
    };
  }

  const outcomes = changes.map((change): Outcome => {
    try {
      return { committed: decide(change) };
    } catch (error) {
      return { error };
    }
  });
  return {
    writes,
    newPersons,
    events,
    answers: [...answers.values()],
    jobUpdates: [...jobUpdates.values()],
    newJobs,
    states,
    outcomes,
  };
}
