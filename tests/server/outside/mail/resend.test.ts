import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Mail, MailRefused } from '#server/outside/mail/port.ts';
import { RetryLater } from '#server/process/jobs/job-kind.ts';
import { ResendMailer } from '#server/outside/mail/resend.ts';
import { type Answer, nonsense, resendApi, says, unreachable } from './resend-api.ts';

const api = resendApi();
const NOW = Date.parse('2027-03-01T17:00:00Z');
const clock = { now: () => NOW, wait: async () => {} };
const sender = { name: 'The "Oak" Street, Handyman', address: 'visits@oak.example', replyTo: 'hello@oak.example' };
const MAIL: Mail = {
  key: 'e1:customer',
  about: 'booking-b1',
  cause: 'e1',
  part: 'customer',
  to: 'ada@example.com',
  subject: 'Handyman visit (booked)',
  html: '<p>Héllo</p>',
  text: 'Héllo',
  attachments: [{ filename: 'visit.ics', contentType: 'text/calendar; method=PUBLISH', content: 'BEGIN:Ä' }],
};

let stopping = new AbortController();
beforeEach(() => {
  stopping = new AbortController();
});

function send(mail: Partial<Mail> = {}): Promise<void> {
  return new ResendMailer({ apiKey: 're_secret', sender, clock }).send({ ...MAIL, ...mail }, stopping.signal);
}

/** The error of an attempt; undefined if the mail was accepted. */
async function outcome(...answers: Answer[]): Promise<unknown> {
  api.answering(...answers);
  return send().catch((error: unknown) => error);
}

test('a mail is sent in one request with its idempotency key', async () => {
  api.answering();
  await send();
  const [request, ...others] = api.requests;
  expect(others).toEqual([]);
  expect(request!.body).toEqual({
    from: '"The \\"Oak\\" Street, Handyman" <visits@oak.example>',
    to: 'ada@example.com',
    reply_to: 'hello@oak.example',
    subject: 'Handyman visit (booked)',
    html: '<p>Héllo</p>',
    text: 'Héllo',
    tags: [
      { name: 'about', value: 'booking-b1' },
      { name: 'cause', value: 'e1' },
      { name: 'part', value: 'customer' },
    ],
    attachments: [
      {
        filename: 'visit.ics',
        content_type: 'text/calendar; method=PUBLISH',
        content: Buffer.from('BEGIN:Ä').toString('base64'),
      },
    ],
  });
  expect(request!.key).toBe('e1:customer');
  expect(request!.headers.get('authorization')).toBe('Bearer re_secret');
  expect(request!.headers.get('content-type')).toBe('application/json');
});

test('the same key twice is one mail', async () => {
  api.answering();
  await send();
  await send();
  expect(api.requests.map(({ key }) => key)).toEqual(['e1:customer', 'e1:customer']);
  expect(api.mails).toBe(1);
});

describe('waiting', () => {
  test.each([
    ['30', 30_000],
    ['0', 0],
    ['Mon, 01 Mar 2027 17:02:00 GMT', 120_000],
    ['Mon, 01 Mar 2027 16:00:00 GMT', 0],
    ['86400', 3_600_000],
    ['soon', 0],
    ['-5', 0],
  ])('after 429 with Retry-After: %s is at least %i ms', async (value, afterMs) => {
    const error = await outcome(says(429, 'rate_limit_exceeded', { 'retry-after': value }));
    expect(error).toBeInstanceOf(RetryLater);
    expect(error).toMatchObject({ afterMs });
  });

  test.each([
    ['429 without Retry-After', says(429, 'rate_limit_exceeded')],
    ['429 for the day', says(429, 'daily_quota_exceeded')],
    ['500', says(500, 'internal_server_error')],
    ['503', says(503, 'application_error')],
    ['the first try still being under way', says(409, 'concurrent_idempotent_requests')],
    ['408', says(408, 'timeout')],
    ['no network', unreachable],
    ['HTML with 200', nonsense(200)],
    ['HTML with 502', nonsense(502)],
    ['HTML with 403, from something before the provider', nonsense(403)],
    ['JSON that is no answer', () => HttpResponse.json(null)],
    ['an answer without an id', () => HttpResponse.json({ object: 'email' })],
    ['an error without a status', () => HttpResponse.json({ message: 'Forbidden' }, { status: 403 })],
    ['an error that is a string', () => HttpResponse.json('no', { status: 400 })],
  ])('after %s is left to the worker', async (_, answer) => {
    const error = await outcome(answer);
    expect(error).toBeInstanceOf(RetryLater);
    expect(error).toMatchObject({ afterMs: 0 });
  });

  test('ends when the provider does not respond in time', async () => {
    const timeout = new AbortController();
    const timer = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(timeout.signal);
    const error = await outcome(() => {
      timeout.abort();
      return new Promise(() => {});
    });
    expect(timer).toHaveBeenCalledWith(10_000);
    expect(error).toBeInstanceOf(RetryLater);
    vi.restoreAllMocks();
  });
});

describe('a permanent refusal', () => {
  test.each([
    [400, 'validation_error'],
    [404, 'not_found'],
    [405, 'method_not_allowed'],
    [409, 'other_conflict'],
    [422, 'invalid_attachment'],
    [451, 'security_error'],
  ])('on %i %s, for a reason without personal data', async (status, name) => {
    const error = await outcome(says(status, name));
    expect(error).toBeInstanceOf(MailRefused);
    expect((error as Error).message).toBe(`the provider refused it: ${status} ${name}`);
  });
});
