import { NOT_YOU, accountLetter } from '../letter.ts';

export const letter = accountLetter({
  on: ['AccountRegistered', 'VerificationRequested'],
  to: 'owner',
  async write({ row, business, link }) {
    if (row.verified === 1) return null;
    // The first account is an admin's before its address is confirmed: reading its mail must not be enough to get into it.
    const mayChooseAnother = row.role !== 'admin';
    return {
      subject: `Confirm your email address for ${business.name}`,
      preview: 'One more step and your account is ready. The link works for 24 hours.',
      heading: 'Confirm your email address',
      blocks: [
        'Someone, probably you, signed up with this email address. Open the link and type the password you chose, and your account is ready.',
        {
          actions: [
            { words: 'Confirm my address', url: await link('verify') },
            ...(mayChooseAnother ? [{ words: 'Choose another password', url: `${business.url}/forgot-password` }] : []),
          ],
        },
        ...(mayChooseAnother ? ['Don’t know the password? Choose another one. That confirms your address, too.'] : []),
        `The link works once, for 24 hours. ${NOT_YOU}`,
      ],
    };
  },
});
