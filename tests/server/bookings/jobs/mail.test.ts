import { describe, expect, test } from 'vitest';
import type { Job } from '#db/jobs.ts';
import { parkedJobs } from '#db/queries/jobs.ts';
import type { Mailer } from '#server/outside/mail/port.ts';
import { ResendMailer } from '#server/outside/mail/resend.ts';
import { mail } from '#server/bookings/jobs/mail.ts';
import { parkedLetter } from '#server/bookings/jobs/mail.ts';
import { runAgain } from '#server/owner/parked-jobs.ts';
import type { BookingDetails } from '#shared/booking/booking-details.ts';
import { MINUTE, type Site, openSite } from '../site.ts';
import { resendApi, says } from '../../outside/mail/resend-api.ts';
import { areDone, jobs, pass, run, until } from '../../workers/run.ts';

const api = resendApi();

function mailer({ clock }: Site): Mailer {
  const sender = { name: 'Oak', address: 'visits@oak.example', replyTo: 'hello@oak.example' };
  return new ResendMailer({ apiKey: 're_1', sender, clock });
}

/** One at a time, so that a customer's mail comes before the owner's. */
const worker = jobs({ ...mail, atOnce: 1 }, parkedLetter);

function start(site: Site) {
  return run(site, worker, mailer(site));
}

/** A site on which Ada has booked and paid, with the id of the event that confirmed it. */
async function booked(change: Partial<BookingDetails> = {}) {
  const site = openSite();
  const confirmation = site.recorded('BookingConfirmed');
  const ada = site.visitor();
  const id = await ada.holds(change);
  await ada.pays();
  await ada.returns();
  return { site, id, event: (await confirmation).id };
}

const recipients = () => api.requests.map(({ body }) => body['to']);
const keys = () => api.requests.map(({ key }) => key);
const done = (site: Site) => areDone(site, 'mail', 'parked-letter');
const parkedIn = async ({ store }: Site): Promise<Job[]> => (await parkedJobs(store.db, 10)).jobs;

describe('a booking that is confirmed', () => {
  test('is mailed to its customer and to the owner, each with its own idempotency key', async () => {
    const { site, event } = await booked();
    api.answering();
    start(site);
    await until(() => done(site));
    expect(recipients()).toEqual(['ada@example.com', 'hello@halfday.example']);
    expect(keys()).toEqual([`${event}:customer`, `${event}:owner`]);
    const [customer, owner] = api.requests;
    expect(customer!.body['attachments']).toMatchObject([{ filename: 'visit-2027-03-16.ics' }]);
    expect(owner!.body['attachments']).toEqual([]);
    expect(await parkedIn(site)).toEqual([]);
  });

  test('is mailed again with the same key and text after a crash between sending and recording', async () => {
    const { site } = await booked();
    api.answering();
    const resend = mailer(site);
    const crashing = run(site, worker, {
      name: 'crashing',
      forget: () => resend.forget([]),
      async send(letter, signal) {
        await resend.send(letter, signal);
        if (letter.key.endsWith(':owner')) crashing.abort();
      },
    });
    await until(() => api.mails === 2);
    await crashing.stop();
    expect(await done(site)).toBe(false);
    start(site);
    await until(() => done(site));
    const [, owner, ...repeated] = api.requests.map(({ key, body }) => ({ key, body }));
    expect(repeated).toEqual([owner]);
    expect(api.mails).toBe(2);
  });
});

describe('a provider that fails', () => {
  test('with one mail delays no other, except those of the same booking', async () => {
    const { site, id } = await booked();
    const other = site.visitor();
    const moved = await other.holds({ claim: 'pm', email: 'eve@example.com' });
    await other.pays();
    await other.returns();
    expect(moved).not.toBe(id);
    api.failing((body) => (body['to'] === 'ada@example.com' ? says(500, 'internal_server_error') : null));
    const { stop } = start(site);
    await until(() => api.mails === 3);
    await site.clock.idle();
    expect(recipients()).toEqual([
      'ada@example.com',
      'hello@halfday.example',
      'eve@example.com',
      'hello@halfday.example',
    ]);
    // Retries never end, with growing pauses, also after a restart.
    await pass(site, 5 * MINUTE, () => api.requests.length >= 10);
    await stop();
    api.failing(() => null);
    start(site);
    await pass(site, 20 * MINUTE, () => done(site));
    expect(api.mails).toBe(4);
    expect(new Set(recipients().slice(4))).toEqual(new Set(['ada@example.com']));
    expect(await parkedIn(site)).toEqual([]);
  });
});

describe('a mail that is refused', () => {
  const REFUSED = says(422, 'validation_error');

  test('is parked, without personal data and the provider’s words', async () => {
    const { site, event } = await booked();
    api.answering(REFUSED);
    start(site);
    await until(() => done(site));
    expect(await parkedIn(site)).toMatchObject([
      { kind: 'mail', key: `${event}:customer`, code: 'provider-422', attempts: 1, endedAt: site.clock.now() },
    ]);
    expect(JSON.stringify(await parkedIn(site))).not.toContain('ada@');
    expect(site.lines.join('')).not.toContain('ada@');
  });

  test('delays no other mail, and is reported to the owner', async () => {
    const { site, event } = await booked();
    api.answering(REFUSED);
    start(site);
    await until(() => done(site));
    expect(new Set(keys())).toEqual(new Set([`${event}:customer`, `${event}:owner`, `parked:${event}:customer`]));
    expect(api.requests.find(({ key }) => key?.startsWith('parked'))!.body).toMatchObject({
      to: 'hello@halfday.example',
      subject: 'Needs attention: an email to a customer couldn’t be sent',
      text: expect.stringContaining('the provider refused it: 422'),
    });
  });

  /** A site with a parked mail to a customer, whose next mails are accepted. */
  async function parked() {
    const { site, event } = await booked();
    api.answering(REFUSED);
    start(site);
    await until(() => done(site));
    api.requests.length = 0;
    const [job] = await parkedIn(site);
    return { site, event, again: () => runAgain(site, `job-${job!.id}`, { correlation: 'test' }) };
  }

  test('is sent again for the owner under another key, because the provider may remember its refusal', async () => {
    const { site, event, again } = await parked();
    await again();
    // It is on its way already.
    await again();
    await until(() => done(site));
    expect(keys()).toEqual([expect.stringMatching(`^${event}:customer:\\d+$`)]);
    expect(api.requests[0]!.body).toMatchObject({
      to: 'ada@example.com',
      subject: expect.stringContaining('(booked)'),
    });
    expect(await parkedIn(site)).toEqual([]);
    await expect(again()).rejects.toMatchObject({ refusal: 'already-settled' });
  });
});
