import { getRouteApi } from '@tanstack/react-router';
import { EmailOrCall } from './email-or-call.tsx';

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
