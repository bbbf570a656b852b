export interface Fact<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

/** `personal` is null once the person is forgotten. */
type Kept<Data> = Data extends { readonly personal: infer Personal }
  ? Omit<Data, 'personal'> & { readonly personal: Personal | null }
  : Data;

type KeptFact<Event extends Fact> = Event extends Fact<infer Type, infer Data> ? Fact<Type, Kept<Data>> : never;

export type Recorded<Event extends Fact = Fact> = KeptFact<Event> & {
  /** Contiguous from 1, as is `revision`. */
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  /** In milliseconds. */
  readonly at: number;
  readonly correlation: string;
  readonly causation: string | null;
};

export interface StreamType<State, Event extends Fact> {
  readonly category: string;
  readonly initial: State;
  evolve(state: State, event: Event): State;
}

export interface Stream<State, Event extends Fact> {
  readonly name: string;
  readonly type: StreamType<State, Event>;
  /** Its id was just generated, so that it isn't looked up. */
  readonly isNew?: boolean;
}

export function fold<State, Event extends Fact>(type: StreamType<State, Event>, events: Iterable<Event>): State {
  let state = type.initial;
  for (const event of events) state = type.evolve(state, event);
  return state;
}
