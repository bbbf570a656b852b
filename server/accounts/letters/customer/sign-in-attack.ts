import { accountLetter, hello } from '../letter.ts';

/** The password is being guessed from many networks. */
export const letter = accountLetter({
  on: ['SignInAttackNoticed'],
  to: 'owner',
  async write({ name, business, link }) {
    return {
      subject: 'Someone is guessing your password',
      preview: 'They didn’t get in. The link lets you sign in with a new browser. It works once, for one hour.',
      heading: 'Someone is guessing your password',
      blocks: [
        `${hello(name)}, someone tried many wrong passwords on your account today. None of them worked, and nothing has changed.`,
        'While wrong passwords come from many places at once, we accept your password only from browsers that have signed in to your account before. To sign in with a new browser, open this link in it first, then sign in as usual.',
        {
          actions: [
            { words: 'Let this browser sign in', url: await link('known-browser') },
            { words: 'Choose a new password', url: `${business.url}/forgot-password` },
          ],
        },
        'The link works once, for one hour, and it’s no use without your password. If it has expired and you still can’t sign in, choose a new password. That lets you in, too.',
        'If your password is long and you don’t use it anywhere else, there’s nothing else you need to do. We email you about this once a day at most.',
      ],
    };
  },
});
