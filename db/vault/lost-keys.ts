import { type DomainEvent, eventShapes } from '#events/registry.ts';
import type { EventRow } from '../log/event-log.ts';
import type { Vault } from './vault.ts';

/** An event whose personal data cannot be decrypted, although no event says that its person was forgotten. */
export type LostKey = Pick<EventRow, 'position' | 'stream' | 'type'>;

function isPersonal(type: string): boolean {
  return Object.hasOwn(eventShapes, type) && eventShapes[type as DomainEvent['type']].isPersonal;
}

/**
 * Checks that every personal event can be decrypted with its person's key, or that its person was forgotten by an event. Must be
 * given the events of the whole log, in order. Persons with a key are remembered only if they have an account or were forgotten.
 */
export class KeyCheck {
  readonly #vault: Vault;
  readonly #lost = new Map<string, LostKey[]>();
  readonly #forgotten = new Set<string>();
  /** The persons of accounts. */
  readonly #personOf = new Map<string, string>();
  #personal = 0;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  take(row: EventRow): void {
    if (row.type === 'CustomerForgotten') this.#forgotten.add((JSON.parse(row.data) as { person: string }).person);
    const owner = row.type === 'AccountDeleted' ? this.#personOf.get(row.stream) : undefined;
    if (owner !== undefined) this.#forgotten.add(owner);
    if (!isPersonal(row.type)) return;
    this.#personal += 1;
    const { person, personal } = JSON.parse(row.data) as { person: string; personal: string };
    if (row.type === 'AccountRegistered') this.#personOf.set(row.stream, person);
    if (this.#canOpen(person, row.stream, personal)) return;
    const { position, stream, type } = row;
    this.#lost.set(person, [...(this.#lost.get(person) ?? []), { position, stream, type }]);
  }

  /** Whether the person has a key, and it decrypts the event. */
  #canOpen(person: string, stream: string, personal: string): boolean {
    try {
      return this.#vault.open(person, stream, personal) !== null;
    } catch {
      return false;
    }
  }

  /** Number of events with personal data. */
  get personal(): number {
    return this.#personal;
  }

  /** Persons forgotten by an event who still have a key. Reads the vault's present state. */
  get kept(): string[] {
    return [...this.#forgotten].filter((person) => this.#vault.hasKey(person));
  }

  /** Number of forgotten persons. */
  get forgotten(): number {
    return [...this.#lost.keys()].filter((person) => this.#forgotten.has(person)).length;
  }

  /** In log order. */
  get lost(): LostKey[] {
    return [...this.#lost]
      .flatMap(([person, events]) => (this.#forgotten.has(person) ? [] : events))
      .toSorted((a, b) => a.position - b.position);
  }
}
