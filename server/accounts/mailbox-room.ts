/** Whether one more mail may go to a mailbox; asked only when one would. Counts it. */
export type HasRoom = () => boolean;

/** Drops a decision that would send mail to a mailbox that has had enough for now. */
export function ifRoom<Event>(decision: { readonly account: readonly Event[] }, hasRoom: HasRoom) {
  return decision.account.length === 0 || hasRoom() ? decision : { account: [] };
}
