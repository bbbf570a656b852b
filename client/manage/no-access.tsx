import { Link, useLocation } from '@tanstack/react-router';
import type { Site } from '#shared/business/site.ts';
import { buttonClass } from '../components/button.tsx';
import { ErrorState } from '../components/notices/error-state.tsx';
import type { Wording } from '../wording/refusals.ts';

const WORDS: Readonly<Record<'replaced' | 'locked', Wording>> = {
  replaced: {
    title: 'This link has been replaced',
    text: 'The visit was moved, so its page has a new link. It’s in our newest email about the visit, the one that says when it is now. Can’t find it? We’ll send it again.',
  },
  locked: {
    title: 'This page opens from our email',
    text: 'To keep your address private, a visit opens only from the link in our newest email about it. After that, it stays open on this device for a day. Lost the email? We’ll send the link again. Booked with an account? Sign in.',
  },
};

/** Replaces a booking for a visitor without access: says how to get it. */
export function NoAccess({ kind, site }: { readonly kind: 'replaced' | 'locked'; readonly site: Site }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { title, text } = WORDS[kind];
  return (
    <ErrorState
      title={title}
      actions={
        <>
          <Link to="/lost-link" className={buttonClass('primary')}>
            Email me my link
          </Link>
          <Link to="/login" search={{ redirect: path }} className={buttonClass()}>
            Sign in
          </Link>
          <a href={`mailto:${site.email}`} className={buttonClass('quiet')}>
            Email us
          </a>
        </>
      }
    >
      {text}
    </ErrorState>
  );
}
