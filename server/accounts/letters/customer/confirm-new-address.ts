import { NOT_YOU, accountLetter, isCurrent } from '../letter.ts';

export const letter = accountLetter({
  on: ['EmailChangeRequested'],
  to: 'new',
  async write({ event, row, business, link }) {
    const { change, isTaken } = event.data;
    if (isTaken || !isCurrent(row, change) || row.change_email === null) return null;
    return {
      subject: `Confirm your new email address for ${business.name}`,
      preview: 'Your account moves to this address once you confirm it. The link works for 24 hours.',
      heading: 'Confirm your new address',
      blocks: [
        'Someone, probably you, wants to use this email address for their account. Open the link while you’re signed in to that account.',
        { actions: [{ words: 'Confirm this address', url: await link('change-new', change) }] },
        `The link works once, for 24 hours. ${NOT_YOU}`,
      ],
      address: row.change_email,
    };
  },
});
