import type { Fact, Recorded, Stream } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Refusal } from '#events/refusal.ts';
import type { Once } from './log/idempotency.ts';

/** Streams by the names a decision knows them under. */
export type Streams = Readonly<Record<string, Stream<unknown, Fact>>>;

type StateOf<S> = S extends Stream<infer State, infer _Event> ? State : never;
type EventOf<S> = S extends Stream<infer _State, infer Event> ? Event : never;

export type States<S extends Streams> = { readonly [Name in keyof S]: StateOf<S[Name]> };
export type NewEvents<S extends Streams> = { readonly [Name in keyof S]?: readonly EventOf<S[Name]>[] };

/** Who or what set a change off; every event carries it. */
export interface Cause {
  /** One request, or one worker's step. */
  readonly correlation: string;
  /** The event that led to this change, if one did. */
  readonly causation?: string;
}

/** What makes a change happen once, and which caller may have it. A repetition is a new request: it is authorized as of now. */
export interface AuthorizedOnce<S extends Streams> extends Once {
  /** Whether the caller may have this; asked before anything is decided, and before an earlier answer is given again. */
  readonly authorize: (states: States<S>) => Refusal | null;
}

/** A change: the streams it reads, and a pure decision over their states. */
export interface Change<S extends Streams> {
  readonly streams: S;
  /** `newcomer` is the person id reserved for the next customer, for personal data of a person not known before. */
  readonly decide: (states: States<S>, newcomer: string) => NewEvents<S> | Refusal;
  readonly cause: Cause;
  /** Makes the change happen once per key. */
  readonly once?: AuthorizedOnce<S>;
}

/** What became of a change. */
export interface Committed {
  /** The recorded events, in log order; empty when there was nothing to do or the command had been done before. */
  readonly events: readonly Recorded<DomainEvent>[];
  /** The answer given the first time, when this command had been done before. */
  readonly earlier: { readonly answer: unknown } | null;
}
