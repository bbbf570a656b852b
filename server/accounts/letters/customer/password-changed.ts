import { accountLetter, hello } from '../letter.ts';

export const letter = accountLetter({
  on: ['PasswordChanged'],
  to: 'owner',
  write({ name, business }) {
    return {
      subject: 'Your password was changed',
      preview: 'You’re signed out on every other device.',
      heading: 'Your password was changed',
      blocks: [
        `${hello(name)}, the password for your account was just changed, and every other device was signed out.`,
        'Wasn’t you? Choose a new password right away and reply to this email.',
        { actions: [{ words: 'Choose a new password', url: `${business.url}/forgot-password` }] },
      ],
    };
  },
});
