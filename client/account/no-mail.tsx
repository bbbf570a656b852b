import type { EmailStatus } from '#shared/account/account.ts';
import { EmailOrCall } from '../components/notices/email-or-call.tsx';
import { Notice } from '../components/notices/notice.tsx';

/** Notice above a form that is answered by mail, while no mail is sent. */
export function NoMail({ status }: { readonly status: EmailStatus }) {
  return (
    <Notice tone="caution" title="Our email isn’t going out right now">
      <p>
        It’s our fault. You can still ask for the link: we’ll send it as soon as email works again. Can’t wait?{' '}
        <EmailOrCall site={status} verb="Email" />.
      </p>
    </Notice>
  );
}
