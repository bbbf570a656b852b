import { attentionType } from './attention.ts';
import { accountType } from './account/account.ts';
import { bookingType } from './booking/booking.ts';
import { dayType } from './day.ts';
import { mailType } from './mail.ts';
import { rolesType } from './account/roles.ts';
import type { EventShape } from './stream.ts';

export type { Upcast } from './stream.ts';

const STREAMS = [accountType, attentionType, bookingType, dayType, mailType, rolesType];

type EventOf<Type> = Type extends { evolve(state: never, event: infer Event): unknown } ? Event : never;

export type DomainEvent = EventOf<(typeof STREAMS)[number]>;

export const eventShapes = Object.fromEntries(
  STREAMS.flatMap(({ shapes }) => Object.entries<EventShape>(shapes)),
) as Readonly<Record<DomainEvent['type'], EventShape>>;

export function currentVersion(type: DomainEvent['type']): number {
  return eventShapes[type].upcasts.length + 1;
}

/** Throws for an unknown version, as when an older release opens a newer log. */
export function upcast(shape: Pick<EventShape, 'upcasts'>, version: number, data: unknown): unknown {
  const current = shape.upcasts.length + 1;
  if (version === current) return data;
  if (!Number.isInteger(version) || version < 1 || version > current) throw new Error(`unknown version ${version}`);
  return shape.upcasts.slice(version - 1).reduce((value, step) => step(value), data);
}
