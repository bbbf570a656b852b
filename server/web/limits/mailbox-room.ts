/** Whether one more mail may be sent to a mailbox; called only when one would be. Counts it. */
export type HasRoom = () => boolean;

/** Drops events that would send mail to a mailbox that has reached its limit. */
export function ifRoom<Event>(events: readonly Event[], hasRoom: HasRoom): readonly Event[] {
  return events.length === 0 || hasRoom() ? events : [];
}
