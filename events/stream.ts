/**
 * How a stream declares its events: one entry each, which says what its data is, whether that is personal, how older versions of it
 * become the current one, and what it makes of the state. The union of the stream's events follows from its entries.
 */
import type { Fact, StreamType } from './event.ts';

/** Turns the data of one version of an event's shape into the next version's. */
export type Upcast = (data: unknown) => unknown;

/** How events of a type are stored. */
export interface EventShape {
  /** From version 1 to 2, from 2 to 3, and so on: the current version is one more than their number. */
  readonly upcasts: readonly Upcast[];
  /** Whether its data carries personal details, which the log keeps only encrypted. */
  readonly isPersonal: boolean;
}

interface Entry<Data> extends EventShape {
  /** Whether a stream begins with it: any other event of a stream that has no state yet is an error. */
  readonly isFirst: boolean;
  readonly evolve: (state: never, data: Data) => unknown;
}

type Entries = Readonly<Record<string, Entry<never>>>;

/** The events that entries declare. */
export type EventsOf<Declared extends Entries> = {
  [Type in keyof Declared & string]: Declared[Type] extends Entry<infer Data> ? Fact<Type, Data> : never;
}[keyof Declared & string];

/** Data with personal details. */
interface Personal {
  /** Whose key they are encrypted with. */
  readonly person: string;
  readonly personal: object;
}

type Storing<Data> = { readonly upcasts?: readonly Upcast[] } & (Data extends { readonly personal: unknown }
  ? Data extends Personal
    ? { readonly isPersonal: true }
    : never
  : { readonly isPersonal?: never });

/** What the type check takes instead of data that must be marked as personal. */
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
 * What entries of a stream are declared with: `first` is the event that its state comes from, `fact` any other. A stream that has a state
 * before its first event needs only `fact`.
 */
export function factsOf<State>(): { readonly fact: Declare<State>; readonly first: Declare<State | null> } {
  return { fact: declare(false), first: declare(true) } as ReturnType<typeof factsOf<State>>;
}

/** A stream's type, made from its entries. */
export interface DeclaredStream<State, Event extends Fact> extends StreamType<State, Event> {
  readonly shapes: Readonly<Record<Event['type'], EventShape>>;
}

/** A state of null means that the stream has no events yet. */
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
