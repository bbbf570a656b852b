import type { CompiledQuery } from 'kysely';
import type { Fact, Recorded, Stream } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Refusal } from '#events/refusal.ts';
import type { RefusalName } from '#shared/calls/refusals.ts';
import type { JobUpdate, JobSpec } from './jobs.ts';

export type Streams = Readonly<Record<string, Stream<unknown, Fact>>>;

type StateOf<S> = S extends Stream<infer State, infer _Event> ? State : never;
type EventOf<S> = S extends Stream<infer _State, infer Event> ? Event : never;

export type States<S extends Streams> = { readonly [Name in keyof S]: StateOf<S[Name]> };
export type NewEvents<S extends Streams> = { readonly [Name in keyof S]?: readonly EventOf<S[Name]>[] };

export interface Cause {
  readonly correlation: string;
  /** Id of the event that led to this change. */
  readonly causation?: string;
}

export interface IdempotentCommand {
  readonly key: string;
  /** The request's content: the same key with another body is refused. */
  readonly body: string;
  readonly answer: unknown;
}

export type GuardedWrite = { readonly query: CompiledQuery } & (
  | { readonly expectedRows?: never }
  /** If another number of rows is affected, the change is refused and nothing is written. */
  | { readonly expectedRows: number; readonly refusal: RefusalName }
);

/** Streams, a pure decision over their states, and further writes of the same transaction. */
export interface Change<S extends Streams> {
  readonly streams: S;
  /** `newPerson`: a fresh id for the customer whom this change introduces. */
  readonly decide: (states: States<S>, newPerson: string) => NewEvents<S> | Refusal;
  readonly cause: Cause;
  readonly writes?: (decided: NewEvents<S>) => readonly GuardedWrite[];
  /** Refuses `already-settled` if the job is no longer as expected. */
  readonly updateJob?: JobUpdate;
  readonly newJobs?: readonly JobSpec[];
  /** `authorize` checks the caller of a repeated request, too. */
  readonly once?: IdempotentCommand & { readonly authorize: (states: States<S>) => Refusal | null };
}

export function anyChange<S extends Streams>(change: Change<S>): Change<Streams> {
  return change as unknown as Change<Streams>;
}

export interface Committed {
  /** In log order; empty if nothing was decided, or the command was done before. */
  readonly events: readonly Recorded<DomainEvent>[];
  /** The first response, if this command was done before. */
  readonly earlier: { readonly answer: unknown } | null;
}
