import type { Ticket } from '#shared/calls/contract.ts';
import type { Site } from '#shared/business/site.ts';
import { EmailOrCall } from '../../components/notices/email-or-call.tsx';
import { TextLink } from '../../components/text-link.tsx';

interface Parts {
  readonly ticket: Ticket;
  readonly site: Site;
}

/** Says where the confirmation went, so that a wrong address is noticed, and how to correct it. */
export function MailedTo({ ticket: { eventId, mailedTo, canCorrect }, site }: Parts) {
  if (mailedTo === null) return null;
  return (
    <p className="mb-6 max-w-prose wrap-anywhere">
      <span>We’ve emailed the details to </span>
      <strong className="inline-block max-w-full">{mailedTo}</strong>
      <span>. Wrong address? </span>
      {canCorrect ? (
        <span>
          <TextLink to="/booking/$eventId/details" params={{ eventId }}>
            Correct it
          </TextLink>
          .
        </span>
      ) : (
        <span>
          <EmailOrCall site={site} verb="Email" />, and we’ll correct it.
        </span>
      )}
    </p>
  );
}
