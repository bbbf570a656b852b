import type { EmailStatus } from '#shared/account.ts';
import { Notice } from '../components/notice.tsx';

/** Over a form that is answered by mail, while none goes out. */
export function NoMail({ status: { email, phone } }: { readonly status: EmailStatus }) {
  return (
    <Notice tone="caution" title="Our email is not going out">
      <p className="[&_a]:underline [&_a]:underline-offset-4">
        The fault is on our side. You can ask for the link all the same: it is sent as soon as email works again. If you
        cannot wait, write to <a href={`mailto:${email}`}>{email}</a>
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
