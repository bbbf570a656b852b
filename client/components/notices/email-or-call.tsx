import type { Site } from '#shared/business/site.ts';
import { textLinkClass } from '../text-link.tsx';

interface Parts {
  readonly site: Pick<Site, 'email' | 'phone'>;
  /** As the sentence has it. */
  readonly verb: 'Email' | 'email';
}

/** `email hello@example.com or call 805 555 0142`, as part of a sentence: the ways to reach the business. */
export function EmailOrCall({ site: { email, phone }, verb }: Parts) {
  return (
    <>
      {verb}{' '}
      <a href={`mailto:${email}`} className={textLinkClass}>
        {email}
      </a>
      {phone === null ? null : (
        <>
          {' '}
          or call{' '}
          <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className={textLinkClass}>
            {phone}
          </a>
        </>
      )}
    </>
  );
}
