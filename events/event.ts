/** A fact as a decision states it: what happened, not yet where in the log. */
export interface Fact<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

/** Data as it is read again: `personal` is null once the person is forgotten. */
type Kept<Data> = Data extends { readonly personal: infer Personal }
  ? Omit<Data, 'personal'> & { readonly personal: Personal | null }
  : Data;

type KeptFact<Event extends Fact> = Event extends Fact<infer Type, infer Data> ? Fact<Type, Kept<Data>> : never;

/** A fact as the log keeps it. */
export type Recorded<Event extends Fact = Fact> = KeptFact<Event> & {
  /** Place in the whole log, contiguous from 1. */
  readonly position: number;
  /** The thing whose life this belongs to, `<category>-<key>`. */
  readonly stream: string;
  /** Place in its stream, contiguous from 1. */
  readonly revision: number;
  readonly id: string;
  /** When it was recorded, in milliseconds since the epoch. */
  readonly at: number;
  /** What set this off: one request or one worker's step. */
  readonly correlation: string;
  /** The event that led to this one, if one did. */
  readonly causation: string | null;
};

/** The events of one kind of thing, and how they add up to its state. */
export interface StreamType<State, Event extends Fact> {
  readonly category: string;
  readonly initial: State;
  /** Pure: the same state and event always give the same state. */
  evolve(state: State, event: Event): State;
}

/** One thing's stream. */
export interface Stream<State, Event extends Fact> {
  readonly name: string;
  readonly type: StreamType<State, Event>;
  /** Known to have no events yet, as under an id just made: it need not be looked up, and must not exist. */
  readonly isNew?: boolean;
}

export function fold<State, Event extends Fact>(type: StreamType<State, Event>, events: Iterable<Event>): State {
  let state = type.initial;
  for (const event of events) state = type.evolve(state, event);
  return state;
}
