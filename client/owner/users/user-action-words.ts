export function appointWords(name: string): string {
  return `${name} will see everything you see here, customers’ phone numbers and addresses too, and can do all you can: refund, cancel, close days, make admins and disable accounts. ${name} has to sign in again.`;
}

/** What an action on an account takes away. */
interface ActionWords {
  readonly dismiss: string;
  readonly disable: string;
  readonly signOut: string;
}

/** Of another account. */
export function wordsOn(name: string): ActionWords {
  return {
    dismiss: `${name} can no longer open the admin pages, and has to sign in again.`,
    disable: `${name} is signed out everywhere and can’t sign in until you allow it again. Booked visits stay booked.`,
    signOut: `${name} has to sign in again on every device. Nothing else changes.`,
  };
}

/** Of the signed-in admin's own account. */
export const WORDS_ON_OWN: ActionWords = {
  dismiss: 'You can no longer open the admin pages, and have to sign in again. Only another admin can undo that.',
  disable:
    'You’re signed out everywhere and can’t sign in until another admin allows it again. Booked visits stay booked.',
  signOut: 'You have to sign in again on every device, this one too. Nothing else changes.',
};
