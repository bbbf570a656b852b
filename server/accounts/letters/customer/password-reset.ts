import { NOT_YOU, accountLetter, hello } from '../letter.ts';

export const letter = accountLetter({
  on: ['PasswordResetRequested'],
  to: 'owner',
  async write({ name, link }) {
    return {
      subject: 'Choose a new password',
      preview: 'The link works once, for one hour.',
      heading: 'Choose a new password',
      blocks: [
        `${hello(name)}, here’s the link to choose a new password.`,
        { actions: [{ words: 'Choose a new password', url: await link('reset') }] },
        `It works once, for one hour. A new password signs you out everywhere else. ${NOT_YOU}`,
      ],
    };
  },
});
