/**
 * Declares a stream's events, one entry each: its data, whether that is personal, its upcasters, and its effect on the state. The
 * union of the stream's events is derived from the entries.
 */
import type { Fact, StreamType } from './event.ts';

/** Upcaster: converts the data of one version of an event's shape to the next version. */
export type Upcast = (data: unknown) => unknown;

/** How events of a type are stored. */
export interface EventShape {
  /** From version 1 to 2, from 2 to 3, and so on: the current version is one more than their number. */
  readonly upcasts: readonly Upcast[];
  /** Whether its data contains personal details, which the log stores encrypted. */
  readonly isPersonal: boolean;
}

interface Entry<Data> extends EventShape {
  /** Whether a stream starts with it. Any other event on a stream without state is an error. */
  readonly isFirst: boolean;
  readonly evolve: (state: never, data: Data) => unknown;
}

type Entries = Readonly<Record<string, Entry<never>>>;

/** The union of events that the entries declare. */
export type EventsOf<Declared extends Entries> = {
  [Type in keyof Declared & string]: Declared[Type] extends Entry<infer Data> ? Fact<Type, Data> : never;
}[keyof Declared & string];

/** Data with personal details. */
interface Personal {
  /** The person whose key encrypts them. */
  readonly person: string;
  readonly personal: object;
}

type Storing<Data> = { readonly upcasts?: readonly Upcast[] } & (Data extends { readonly personal: unknown }
  ? Data extends Personal
    ? { readonly isPersonal: true }
    : never
  : { readonly isPersonal?: never });

/** The parameter type for data without personal details; rejects data that must be declared as personal. */
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

/**
 * Returns the functions that declare a stream's events: `first` for the event that creates the state, `fact` for any other. A
 * stream whose initial state is not null needs only `fact`.
 */
export function factsOf<State>(): { readonly fact: Declare<State>; readonly first: Declare<State | null> } {
  return { fact: declare(false), first: declare(true) } as ReturnType<typeof factsOf<State>>;
}

/** The type of a stream, derived from its entries. */
export interface DeclaredStream<State, Event extends Fact> extends StreamType<State, Event> {
  readonly shapes: Readonly<Record<Event['type'], EventShape>>;
}

/** Makes a stream type. A state of null means that the stream has no events yet. */
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
