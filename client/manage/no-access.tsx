import { useLocation } from '@tanstack/react-router';
import type { Site } from '#shared/business/site.ts';
import { buttonClass, ButtonLink, PrimaryLink, ErrorState } from '../components/page.tsx';
import { EmailOrCall } from '../components/notices/notice.tsx';
import type { Wording } from '../wording/wording.ts';

/** `ended`: the link is unknown. `blocked`: the browser keeps no cookies. */
export type NoAccessKind = 'replaced' | 'forgotten' | 'ended' | 'locked' | 'blocked';

const WORDS: Readonly<Record<NoAccessKind, Wording>> = {
  replaced: {
    title: 'This link has been replaced',
    text: 'The visit was moved or its details were corrected, so its page has a new link. It’s in our newest email about the visit. Can’t find it? We’ll send it again.',
  },
  forgotten: {
    title: 'This visit’s details are deleted',
    text: 'So its page is gone, too, and its link opens nothing anymore. Only the record that a visit was booked and paid is left, with nothing about you. You’re welcome to book again.',
  },
  ended: {
    title: 'This link doesn’t open anything anymore',
    text: 'If you had your details deleted, the visit’s page is gone for good, as you asked. If not, part of the link may be missing: open it from our email once more. Is a visit of yours still ahead? We’ll send you the link to it again.',
  },
  blocked: {
    title: 'Your browser blocks cookies',
    text: 'The link is fine. To show your visit only to you, we have to recognize your browser for a day, and that takes a cookie. Allow cookies for this site in its settings, or use another browser, and open the link in our email once more.',
  },
  locked: {
    title: 'This page opens from our email',
    text: 'To keep your address private, a visit opens only from the link in our newest email about it. After that, it stays open on this device for a day. Lost the email? We’ll send the link again. Booked with an account? Sign in.',
  },
};

/** Says how to get access. */
export function NoAccess({ kind, site }: { readonly kind: NoAccessKind; readonly site: Site }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { title, text } = WORDS[kind];
  return (
    <ErrorState
      title={title}
      actions={
        kind === 'forgotten' ? (
          <BookAgain />
        ) : kind === 'blocked' ? null : (
          <>
            <PrimaryLink to="/lost-link">Email me my link</PrimaryLink>
            <ButtonLink to="/login" search={{ redirect: path }}>
              Sign in
            </ButtonLink>
            <a href={`mailto:${site.email}`} className={buttonClass('quiet')}>
              Email us
            </a>
          </>
        )
      }
    >
      <span>{text}</span>
      {kind === 'blocked' ? (
        <span>
          {' '}
          Or <EmailOrCall site={site} verb="email" />: we can look it up for you.
        </span>
      ) : null}
    </ErrorState>
  );
}

function BookAgain() {
  return <PrimaryLink to="/book">See open times</PrimaryLink>;
}
