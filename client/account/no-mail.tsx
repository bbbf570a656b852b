import type { EmailStatus } from '#shared/account.ts';
import { Notice } from '../components/notice.tsx';

/** Over a form that is answered by mail, while none goes out. */
export function NoMail({ status: { email, phone } }: { readonly status: EmailStatus }) {
  return (
    <Notice tone="caution" title="Our email isn’t going out right now">
      <p className="[&_a]:underline [&_a]:underline-offset-4">
        It’s our fault. You can still ask for the link: we’ll send it as soon as email works again. Can’t wait? Write to{' '}
        <a href={`mailto:${email}`}>{email}</a>
        {phone === null ? null : (
          <>
            {' '}
            or call <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>
          </>
        )}
        .
      </p>
    </Notice>
  );
}
