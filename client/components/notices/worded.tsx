import { getRouteApi } from '@tanstack/react-router';
import type { Site } from '#shared/business/site.ts';
import { phoneUrl } from '#shared/phone.ts';
import { textLinkClass } from '../actions.tsx';

const root = getRouteApi('__root__');

/** Placeholder in a wording for the ways to reach the business. */
const EMAIL_US = 'email us';

/** Replaces `email us` by the business's email link and, if published, its phone number. */
export function Worded({ text }: { readonly text: string }) {
  const at = text.indexOf(EMAIL_US);
  if (at < 0) return <span>{text}</span>;
  return (
    <span>
      <span>{text.slice(0, at)}</span>
      <Reach />
      <span>{text.slice(at + EMAIL_US.length)}</span>
    </span>
  );
}

function Reach() {
  const { site } = root.useRouteContext();
  return <EmailOrCall site={site} verb="email" />;
}

interface Parts {
  readonly site: Pick<Site, 'email' | 'phone'>;
  readonly verb: 'Email' | 'email';
}

/** `email hello@example.com or call 805 555 0142`, as part of a sentence. */
export function EmailOrCall({ site: { email, phone }, verb }: Parts) {
  return (
    <span>
      <span>{verb}</span>{' '}
      <a href={`mailto:${email}`} className={textLinkClass}>
        {email}
      </a>
      {phone === null ? null : (
        <span>
          {' '}
          or call{' '}
          <a href={phoneUrl(phone)} className={textLinkClass}>
            {phone}
          </a>
        </span>
      )}
    </span>
  );
}
