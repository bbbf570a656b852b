import { accountLetter } from '../letter.ts';

/** Sent to the old address. */
export const letter = accountLetter({
  on: ['EmailChanged'],
  to: 'old',
  write({ event }) {
    const { personal } = event.data;
    if (personal === null) return null;
    const { email: newEmail, previous } = personal;
    return {
      subject: 'Your email address was changed',
      preview: 'From now on, you sign in with your new address.',
      heading: 'Your email address was changed',
      blocks: [
        'Your account has moved to another email address. Sign in with that one from now on. Our emails go there, too.',
        { facts: [{ label: 'New address', value: newEmail }] },
        'Wasn’t you? Reply to this email right away.',
      ],
      address: previous,
    };
  },
});
