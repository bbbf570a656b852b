import type { Site } from '#shared/business/site.ts';
import { phoneUrl } from '#shared/phone.ts';
import { textLinkClass } from '../text-link.tsx';

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
