import type { ComponentProps } from 'react';
import { type Elements, textLinkClass } from '../page.tsx';
import { getRouteApi } from '@tanstack/react-router';
import type { Site } from '#shared/business/site.ts';
import { phoneUrl } from '#shared/phone.ts';

export type NoticeTone = 'info' | 'caution' | 'danger' | 'done';

const TONES: Readonly<Record<NoticeTone, string>> = {
  info: 'border-ink bg-sheet',
  caution: 'border-caution bg-caution-soft',
  danger: 'border-danger bg-danger-soft',
  done: 'border-done bg-done-soft',
};

interface Content {
  readonly tone?: NoticeTone;
  readonly title?: string;
  readonly text?: string;
  readonly children?: Elements;
}

/** The color only repeats the words. */
export function Notice({
  tone = 'info',
  title,
  text,
  children,
  ...rest
}: Content &
  Pick<ComponentProps<'div'>, 'id' | 'role' | 'tabIndex' | 'ref' | 'autoFocus'> & { readonly 'data-done'?: true }) {
  return (
    <div {...rest} className={`rounded-sheet border border-l-4 px-4 py-3 ${TONES[tone]}`}>
      {title ? <h2 className="mb-1 text-xl">{title}</h2> : null}
      {text === undefined ? null : (
        <p>
          <Worded text={text} />
        </p>
      )}
      {children}
    </div>
  );
}

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

/** Wherever visitors could believe that a sandbox payment is real. */
export function PlayMoneyNotice({ site }: { readonly site: Site }) {
  // A staging site says so at the top of every page.
  if (site.takesRealMoney || site.isStaging) return null;
  return <TrialNotice>No payment here is real: no money moves, and no one will come.</TrialNotice>;
}

export function StagingNotice({ site }: { readonly site: Site }) {
  return site.isStaging ? (
    <TrialNotice>Nothing you book or pay for here is real, and no one will come.</TrialNotice>
  ) : null;
}

function TrialNotice({ children }: { readonly children: string }) {
  return (
    <div className="mb-6">
      <Notice tone="caution">
        <p className="max-sm:text-sm">
          <strong>This is a trial of the site.</strong> <span>{children}</span>
        </p>
      </Notice>
    </div>
  );
}
