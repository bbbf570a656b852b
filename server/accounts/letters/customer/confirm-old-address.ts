import { accountLetter, hello, isCurrent } from '../letter.ts';

export const letter = accountLetter({
  on: ['EmailChangeRequested'],
  to: 'old',
  async write({ event, row, business, link }) {
    const { change, asksOld } = event.data;
    const { name, change_email: newEmail } = row;
    if (!asksOld || !isCurrent(row, change) || newEmail === null) return null;
    return {
      subject: 'Change your email address?',
      preview: 'Someone who is signed in to your account asked for it.',
      heading: 'Change your email address?',
      blocks: [
        `${hello(name)}, someone who knows your password, probably you, asked to move your account to another email address. It moves once both addresses have confirmed.`,
        { facts: [{ label: 'New address', value: newEmail }] },
        {
          actions: [
            { words: 'Yes, change it', url: await link('change-old', change) },
            { words: 'No, choose a new password', url: `${business.url}/forgot-password` },
          ],
        },
        'The first link works once, for 24 hours. Wasn’t you? Don’t open it. Choose a new password right away, which also stops the change, and reply to this email.',
      ],
    };
  },
});
