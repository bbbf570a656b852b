import { accountLetter, hello } from '../letter.ts';

export const letter = accountLetter({
  on: ['RegistrationRepeated'],
  to: 'owner',
  write({ name, business }) {
    return {
      subject: 'Someone tried to use your email address',
      preview: 'You already have an account. Nothing has changed.',
      heading: 'You already have an account',
      blocks: [
        `${hello(name)}, someone just tried to sign up with this email address, or to move their account to it. You already have an account with it, so nothing has changed, and we didn’t tell them you have one.`,
        'If that was you, just sign in. Forgot your password? Choose a new one.',
        {
          actions: [
            { words: 'Sign in', url: `${business.url}/login` },
            { words: 'Choose a new password', url: `${business.url}/forgot-password` },
          ],
        },
        'If it wasn’t you, there’s nothing you need to do.',
      ],
    };
  },
});
