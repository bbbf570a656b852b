import { type Change, type NewEvents, type States, type Streams, anyChange } from '#db/change.ts';
import { type BookingEvent, type BookingState, bookingStream } from '#events/booking/booking.ts';
import type { Stream } from '#events/event.ts';
import { type Refusal, isRefusal } from '#events/refusal.ts';

/** Streams by id, by the name of their group: how many there are is known at run time. */
type Groups = Readonly<Record<string, Streams>>;

type GroupStates<G extends Groups> = { readonly [Group in keyof G]: States<G[Group]> };
type GroupEvents<G extends Groups> = { readonly [Group in keyof G]?: NewEvents<G[Group]> };

interface GroupedChange<S extends Streams, G extends Groups> extends Omit<Change<S>, 'decide' | 'writes'> {
  readonly groups: G;
  readonly decide: (states: States<S> & GroupStates<G>, newPerson: string) => (NewEvents<S> & GroupEvents<G>) | Refusal;
  readonly writes?: () => ReturnType<NonNullable<Change<S>['writes']>>;
}

/** A change whose decision gets the states of each group, and returns its events, by id. */
export function grouped<S extends Streams, G extends Groups>(change: GroupedChange<S, G>): Change<Streams> {
  const { groups, streams, decide, ...others } = change;
  const members = Object.entries(groups).flatMap(([group, its]) =>
    Object.entries(its).map(([id, stream]) => ({ group, id, name: `${group}:${id}`, stream })),
  );
  return anyChange({
    ...(others as Omit<Change<Streams>, 'streams' | 'decide'>),
    streams: { ...streams, ...Object.fromEntries(members.map(({ name, stream }) => [name, stream])) },
    decide(states: Readonly<Record<string, unknown>>, newPerson) {
      const nested = Object.keys(groups).map((group) => {
        const its = members.filter((member) => member.group === group);
        return [group, Object.fromEntries(its.map(({ id, name }) => [id, states[name]]))] as const;
      });
      const decided = decide({ ...states, ...Object.fromEntries(nested) } as States<S> & GroupStates<G>, newPerson);
      if (isRefusal(decided)) return decided;
      const events = Object.entries(decided as Readonly<Record<string, object>>).flatMap(([name, its]) =>
        name in groups ? Object.entries(its).map(([id, of]) => [`${name}:${id}`, of] as const) : [[name, its] as const],
      );
      return Object.fromEntries(events) as NewEvents<Streams>;
    },
  });
}

export type BookingStreams = Readonly<Record<string, Stream<BookingState, BookingEvent>>>;

export function bookingStreams(ids: Iterable<string>): BookingStreams {
  return Object.fromEntries(Array.from(ids, (id) => [id, bookingStream(id)]));
}
