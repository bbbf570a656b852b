import { describe, expect, test } from 'vitest';
import { fold } from '#events/event.ts';
import { type MailEvent, mailStream, mailType, returnMail } from '#events/mail.ts';
import { frozen } from './given.ts';

function after(...events: MailEvent[]) {
  return { mail: fold(mailType, frozen(events)) };
}

describe('a returned mail', () => {
  const returned = {
    kind: 'bounced',

    booking: 'b1',
    person: 'p1',
    personal: { email: 'ada@example.com' },
  } as const;
  const event: MailEvent = { type: 'MailReturned', data: returned };

  test('is recorded once, with its address', () => {
    expect(returnMail(after(), returned)).toEqual({ mail: [event] });
    expect(returnMail(after(event), { ...returned, kind: 'complained' })).toEqual({ mail: [] });
  });
});

test('a stream is named for the event that asked for the mails', () => {
  expect(mailStream('e1').name).toBe('mail-e1');
});
