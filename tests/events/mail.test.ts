import { describe, expect, test } from 'vitest';
import { fold } from '#events/event.ts';
import {
  type MailEvent,
  type MailRole,
  mailCauseOf,
  mailStream,
  mailType,
  parkMail,
  retryMail,
  returnMail,
  settleMail,
} from '#events/mail.ts';
import { frozen } from './given.ts';

function refusal(role: MailRole) {
  return { role, cause: 'BookingConfirmed', position: 4, booking: 'b1', reason: '422 validation_error' } as const;
}
const parked = (role: MailRole, attempt = 1): MailEvent => ({
  type: 'MailParked',
  data: { ...refusal(role), attempt },
});
const retried = (role: MailRole): MailEvent => ({ type: 'MailRetried', data: { role, position: 4 } });
const settled = (role: MailRole): MailEvent => ({ type: 'MailSettled', data: { role } });

function after(...events: MailEvent[]) {
  return { mail: fold(mailType, frozen(events)) };
}

describe('a refused mail', () => {
  test('is parked', () => {
    expect(parkMail(after(), refusal('customer'))).toEqual({ mail: [parked('customer')] });
  });

  test('that lies there already is left as it is', () => {
    expect(parkMail(after(parked('customer')), refusal('customer'))).toEqual({ mail: [] });
  });

  test('to one party says nothing of the other', () => {
    expect(parkMail(after(parked('customer')), refusal('owner'))).toEqual({ mail: [parked('owner')] });
    expect(retryMail(after(parked('customer')), 'owner')).toEqual({ mail: [] });
  });

  test('is parked again when another try is refused, and counted', () => {
    expect(parkMail(after(parked('owner'), retried('owner')), refusal('owner'))).toEqual({
      mail: [parked('owner', 2)],
    });
  });
});

describe('a returned mail', () => {
  const returned = {
    role: 'customer',
    kind: 'bounced',
    position: 4,
    booking: 'b1',
    person: 'p1',
    personal: { email: 'ada@example.com' },
  } as const;
  const event: MailEvent = { type: 'MailReturned', data: returned };

  test('is recorded once, with its address', () => {
    expect(returnMail(after(), returned)).toEqual({ mail: [event] });
    expect(returnMail(after(event), { ...returned, kind: 'complained' })).toEqual({ mail: [] });
  });

  test('is not retried', () => {
    expect(retryMail(after(event), 'customer')).toEqual({ mail: [] });
  });

  test('may have been refused before', () => {
    const earlier = [parked('customer'), retried('customer')];
    expect(returnMail(after(...earlier), returned)).toEqual({ mail: [event] });
    expect(settleMail(after(...earlier, event), 'customer')).toEqual({ mail: [] });
  });
});

describe('another try', () => {
  test('of a parked mail names the event that asked for it', () => {
    expect(retryMail(after(parked('customer')), 'customer')).toEqual({ mail: [retried('customer')] });
  });

  test.each([
    ['never parked', []],
    ['being tried', [parked('customer'), retried('customer')]],
    ['settled', [parked('customer'), retried('customer'), settled('customer')]],
  ])('of a mail that is %s is nothing to do', (_, events) => {
    expect(retryMail(after(...events), 'customer')).toEqual({ mail: [] });
  });

  test('that was taken settles the mail, once', () => {
    const tried = [parked('customer'), retried('customer')];
    expect(settleMail(after(...tried), 'customer')).toEqual({ mail: [settled('customer')] });
    expect(settleMail(after(...tried, settled('customer')), 'customer')).toEqual({ mail: [] });
  });
});

test('a mail is not settled before it was parked', () => {
  expect(settleMail(after(), 'owner')).toEqual({ mail: [] });
  expect(() => after(settled('owner'))).toThrow('before MailParked');
});

test('a stream is named for the event that asked for the mails', () => {
  expect(mailStream('e1').name).toBe('mail-e1');
  expect(mailCauseOf('mail-e1')).toBe('e1');
});
