/** Whether one more mail may go to a mailbox; asked only when one would. Counts it. */
export type HasRoom = () => boolean;

/** Drops events that would send mail to a mailbox that has had enough for now. */
export function ifRoom<Event>(events: readonly Event[], hasRoom: HasRoom): readonly Event[] {
  return events.length === 0 || hasRoom() ? events : [];
}
