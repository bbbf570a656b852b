/** An event as a decision returns it, before it has a place in the log. */
export interface Fact<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

/** Event data as read from the log: `personal` is null once the person is forgotten. */
type Kept<Data> = Data extends { readonly personal: infer Personal }
  ? Omit<Data, 'personal'> & { readonly personal: Personal | null }
  : Data;

type KeptFact<Event extends Fact> = Event extends Fact<infer Type, infer Data> ? Fact<Type, Kept<Data>> : never;

/** An event as the log stores it. */
export type Recorded<Event extends Fact = Fact> = KeptFact<Event> & {
  /** Place in the whole log, contiguous from 1. */
  readonly position: number;
  /** Name of its stream, `<category>-<key>`. */
  readonly stream: string;
  /** Place in its stream, contiguous from 1. */
  readonly revision: number;
  readonly id: string;
  /** When it was recorded, in milliseconds since the epoch. */
  readonly at: number;
  /** Id of the request or worker step that caused it. */
  readonly correlation: string;
  /** Id of the event that led to this one; null when none did. */
  readonly causation: string | null;
};

/** The events of one kind of stream, and how they add up to its state. */
export interface StreamType<State, Event extends Fact> {
  readonly category: string;
  readonly initial: State;
  /** Pure: the same state and event always return the same state. */
  evolve(state: State, event: Event): State;
}

/** One stream: its name and its type. */
export interface Stream<State, Event extends Fact> {
  readonly name: string;
  readonly type: StreamType<State, Event>;
  /** Whether its id was just generated, so that it has no events: it is not looked up, and must not exist. */
  readonly isNew?: boolean;
}

export function fold<State, Event extends Fact>(type: StreamType<State, Event>, events: Iterable<Event>): State {
  let state = type.initial;
  for (const event of events) state = type.evolve(state, event);
  return state;
}
