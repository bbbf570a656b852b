import type { CompiledQuery } from 'kysely';
import type { Fact, Recorded, Stream } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Refusal } from '#events/refusal.ts';
import type { RefusalName } from '#shared/calls/refusals.ts';
import type { JobUpdate, JobSpec } from './jobs.ts';

/** The streams that a change reads, by the names its decision uses. */
export type Streams = Readonly<Record<string, Stream<unknown, Fact>>>;

type StateOf<S> = S extends Stream<infer State, infer _Event> ? State : never;
type EventOf<S> = S extends Stream<infer _State, infer Event> ? Event : never;

export type States<S extends Streams> = { readonly [Name in keyof S]: StateOf<S[Name]> };
export type NewEvents<S extends Streams> = { readonly [Name in keyof S]?: readonly EventOf<S[Name]>[] };

/** Stored with each event of a change. */
export interface Cause {
  readonly correlation: string;
  /** Id of the event that led to this change. */
  readonly causation?: string;
}

/** A command that takes effect once, however often it is sent. */
export interface IdempotentCommand {
  readonly key: string;
  /** The request's content: the same key with another body is refused. */
  readonly body: string;
  readonly answer: unknown;
}

/** A write beside the events of a change, such as of credentials. */
export type GuardedWrite = { readonly query: CompiledQuery } & (
  | { readonly expectedRows?: never }
  /** If another number of rows is affected, the change is refused and nothing is written. */
  | { readonly expectedRows: number; readonly refusal: RefusalName }
);

/** The streams that a change reads, a pure decision over their states, and what is written in the same transaction. */
export interface Change<S extends Streams> {
  readonly streams: S;
  /** `newPerson` is a fresh person id for the customer whom this change introduces. */
  readonly decide: (states: States<S>, newPerson: string) => NewEvents<S> | Refusal;
  readonly cause: Cause;
  /** Written in this order once the change is decided. */
  readonly writes?: (decided: NewEvents<S>) => readonly GuardedWrite[];
  /** Refuses the change with `already-settled` when the job is no longer as expected. */
  readonly updateJob?: JobUpdate;
  readonly newJobs?: readonly JobSpec[];
  /** Makes the change happen once. `authorize` checks the caller, also before an earlier answer is returned again. */
  readonly once?: IdempotentCommand & { readonly authorize: (states: States<S>) => Refusal | null };
}

/** A change of streams that its caller doesn't know by name. */
export function anyChange<S extends Streams>(change: Change<S>): Change<Streams> {
  return change as unknown as Change<Streams>;
}

export interface Committed {
  /** The recorded events, in log order; empty when the decision returned none or the command was done before. */
  readonly events: readonly Recorded<DomainEvent>[];
  /** The answer of the first time, when this command was done before. */
  readonly earlier: { readonly answer: unknown } | null;
}
