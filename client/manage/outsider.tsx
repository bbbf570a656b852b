import { Link, useLocation } from '@tanstack/react-router';
import type { Site } from '#shared/site.ts';
import { buttonClass } from '../components/button.tsx';
import { ErrorState } from '../components/error-state.tsx';
import type { Wording } from '../wording/refusals.ts';

const WORDS: Readonly<Record<'replaced' | 'locked', Wording>> = {
  replaced: {
    title: 'This link has been replaced',
    text: 'The visit was moved since, and its page got a new link. It stands in the newest mail about the visit, the one that says where it was moved to.',
  },
  locked: {
    title: 'This page opens from your mail',
    text: 'A booking is shown only to whoever has its link. Open the newest mail about your visit and press the link there; it lets this browser in for a day. Booked with an account? Then sign in.',
  },
};

/** In place of a booking, for whoever may not see it: where the way in is. */
export function Outsider({ kind, site }: { readonly kind: 'replaced' | 'locked'; readonly site: Site }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { title, text } = WORDS[kind];
  return (
    <ErrorState
      title={title}
      actions={
        <>
          <a href={`mailto:${site.email}`} className={buttonClass('primary')}>
            Mail lost? Write to us
          </a>
          <Link to="/login" search={{ redirect: path }} className={buttonClass()}>
            Sign in
          </Link>
          <Link to="/" className={buttonClass('quiet')}>
            Home
          </Link>
        </>
      }
    >
      {text}
    </ErrorState>
  );
}
