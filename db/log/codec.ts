import type { Recorded } from '#events/event.ts';
import { type DomainEvent, currentVersion, eventShapes, upcast } from '#events/registry.ts';
import { FatalError } from '../fatal-error.ts';
import type { EventRow } from './hash-chain.ts';
import { PersonalData, type PersonKey } from './personal-data.ts';

interface DataOfPerson {
  readonly person: string;
  readonly personal: unknown;
}

export function encode(
  personalData: PersonalData,
  stream: string,
  event: DomainEvent | Recorded<DomainEvent>,
): { version: number; data: string } {
  const version = currentVersion(event.type);
  if (!eventShapes[event.type].isPersonal) return { version, data: JSON.stringify(event.data) };
  const data = event.data as DataOfPerson;
  const personal = personalData.seal(data.person, stream, data.personal);
  return { version, data: JSON.stringify({ ...data, personal }) };
}

function currentData(row: EventRow): unknown {
  const data: unknown = JSON.parse(row.data);
  if (!Object.hasOwn(eventShapes, row.type)) throw unknown(`event type ${row.type}`, row);
  try {
    return upcast(eventShapes[row.type as DomainEvent['type']], row.version, data);
  } catch (cause) {
    throw unknown(`version ${row.version} of ${row.type}`, row, cause);
  }
}

function unknown(what: string, { position }: EventRow, cause?: unknown): FatalError {
  const words = `The event log has an unknown ${what} at position ${position}`;
  return new FatalError(`${words}. A newer version wrote it: start that one.`, { cause });
}

function recorded(row: EventRow, data: unknown): Recorded<DomainEvent> {
  const { type, position, stream, revision, id, at, correlation, causation } = row;
  return { type, data, position, stream, revision, id, at, correlation, causation } as Recorded<DomainEvent>;
}

/** Leaves personal data encrypted, because decisions never read it. */
export function decode(row: EventRow): Recorded<DomainEvent> {
  return recorded(row, currentData(row));
}

/** `personal` is null if the person was forgotten. */
export function reveal(personalData: PersonalData, row: EventRow): Recorded<DomainEvent> {
  const event = decode(row);
  if (!eventShapes[event.type].isPersonal) return event;
  const data = event.data as DataOfPerson;
  const personal = personalData.open(data.person, row.stream, data.personal as string);
  return recorded(row, { ...data, personal });
}

const isPersonal = ({ type }: EventRow): boolean => eventShapes[type as DomainEvent['type']]?.isPersonal ?? false;

export async function revealAll(
  rows: readonly EventRow[],
  readKeys: (persons: readonly string[]) => Promise<readonly PersonKey[]>,
): Promise<Recorded<DomainEvent>[]> {
  const persons = new Set(rows.filter(isPersonal).map(({ data }) => (JSON.parse(data) as DataOfPerson).person));
  const personalData = new PersonalData(() => null).with(persons.size === 0 ? [] : await readKeys([...persons]));
  return rows.map((row) => reveal(personalData, row));
}
