/** Declares a stream's events, one entry each; the union of the events is derived. */
import type { Fact, StreamType } from './event.ts';

export type Upcast = (data: unknown) => unknown;

export interface EventShape {
  readonly upcasts: readonly Upcast[];
  readonly isPersonal: boolean;
}

interface Entry<Data> extends EventShape {
  readonly isFirst: boolean;
  readonly evolve: (state: never, data: Data) => unknown;
}

type Entries = Readonly<Record<string, Entry<never>>>;

export type EventsOf<Declared extends Entries> = {
  [Type in keyof Declared & string]: Declared[Type] extends Entry<infer Data> ? Fact<Type, Data> : never;
}[keyof Declared & string];

interface Personal {
  readonly person: string;
  readonly personal: object;
}

type Storing<Data> = { readonly upcasts?: readonly Upcast[] } & (Data extends { readonly personal: unknown }
  ? Data extends Personal
    ? { readonly isPersonal: true }
    : never
  : { readonly isPersonal?: never });

/** Rejects data that must be declared as personal. */
type Plain<Data, Evolve> = Data extends { readonly personal: unknown } ? never : Evolve;

interface Declare<State> {
  <Data>(evolve: Plain<Data, (state: State, data: Data) => State>): Entry<Data>;
  <Data>(storing: Storing<Data>, evolve: (state: State, data: Data) => State): Entry<Data>;
}

type AnyEvolve = (state: never, data: never) => unknown;
type AnyStoring = Partial<EventShape>;

function declare(isFirst: boolean) {
  return (...parts: readonly [AnyEvolve] | readonly [AnyStoring, AnyEvolve]): Entry<unknown> => {
    const [{ upcasts = [], isPersonal = false }, evolve] = parts.length === 1 ? [{}, parts[0]] : parts;
    return { upcasts, isPersonal, isFirst, evolve: evolve as Entry<unknown>['evolve'] };
  };
}

/** `first` declares the event that creates the state. A stream whose initial state is not null needs only `fact`. */
export function factsOf<State>(): { readonly fact: Declare<State>; readonly first: Declare<State | null> } {
  return { fact: declare(false), first: declare(true) } as ReturnType<typeof factsOf<State>>;
}

export interface DeclaredStream<State, Event extends Fact> extends StreamType<State, Event> {
  readonly shapes: Readonly<Record<Event['type'], EventShape>>;
}

export function stream<State, Declared extends Entries>(
  category: string,
  initial: State,
  entries: Declared,
): DeclaredStream<State, EventsOf<Declared>> {
  const byType: Entries = entries;
  const first = Object.keys(entries).find((type) => byType[type]?.isFirst);
  return {
    category,
    initial,
    shapes: entries,
    evolve(state, { type, data }) {
      const entry = byType[type];
      if (entry === undefined) throw new Error(`${category} has no event ${type}`);
      if (state === null && !entry.isFirst) throw new Error(`${type} before ${first}`);
      return entry.evolve(state as never, data as never) as State;
    },
  };
}
