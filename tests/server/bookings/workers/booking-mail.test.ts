import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openFailures } from '#db/projections/attention.ts';
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Mailer } from '#server/outside/mail/port.ts';
import { ResendMailer } from '#server/outside/mail/resend.ts';
import { mail } from '#server/bookings/workers/booking-mail.ts';
import { parkedMail } from '#server/bookings/workers/parked.ts';
import type { BookingDetails } from '#shared/booking/booking-details.ts';
import { HOUR, MINUTE, type Site, openSite } from '../site.ts';
import { type Answer, nonsense, resendApi, says, unreachable } from '../../outside/mail/resend-api.ts';
import { pass, run, until } from '../../workers/run.ts';

const api = resendApi();
const SECOND = 1000;
const DAY = 24 * HOUR;

function mailer({ clock }: Site): Mailer {
  const sender = { name: 'Oak', address: 'visits@oak.example', replyTo: 'hello@oak.example' };
  return new ResendMailer({ apiKey: 're_1', sender, clock });
}

function start(site: Site, worker = mail) {
  return run(site, worker, mailer(site));
}

/** A site on which Ada has booked and paid, with the id of the event that confirmed it. */
async function booked(change: Partial<BookingDetails> = {}) {
  const site = openSite();
  const confirmation = site.recorded('BookingConfirmed');
  const ada = site.visitor();
  const id = await ada.holds(change);
  ada.pays();
  await ada.returns();
  return { site, id, event: (await confirmation).id };
}

const recipients = () => api.requests.map(({ body }) => body['to']);
const keys = () => api.requests.map(({ key }) => key);
const done = ({ store }: Site) =>
  store.checkpoints.get('mail') === lastAsked({ store }) && store.checkpoints.nextPostponed('mail') === null;
const lastAsked = (site: Pick<Site, 'store'>) =>
  all(site, 'BookingConfirmed', 'MailParked', 'MailRetried').at(-1)?.position ?? 0;

function all(site: Pick<Site, 'store'>, ...types: DomainEvent['type'][]): Recorded<DomainEvent>[] {
  return site.store.readerOf(types)(0, 1000);
}

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
    expect(all(site, 'MailParked')).toEqual([]);
  });

  test('is mailed again with the same keys and text after a crash between sending and recording', async () => {
    const { site } = await booked();
    api.answering();
    const resend = mailer(site);
    const crashing = run(site, mail, {
      name: 'crashing',
      forget: () => resend.forget([]),
      async send(letter, signal) {
        await resend.send(letter, signal);
        if (letter.key.endsWith(':owner')) crashing.abort();
      },
    });
    await until(() => api.mails === 2);
    await crashing.stop();
    expect(site.store.checkpoints.get('mail')).toBe(0);
    start(site);
    await until(() => done(site));
    expect(api.requests).toHaveLength(4);
    expect(api.requests.slice(2).map(({ key, body }) => ({ key, body }))).toEqual(
      api.requests.slice(0, 2).map(({ key, body }) => ({ key, body })),
    );
    expect(api.mails).toBe(2);
  });
});

describe('a provider in trouble', () => {
  test.each<[string, Answer]>([
    ['500', says(500, 'internal_server_error')],
    ['nobody', unreachable],
    ['HTML', nonsense(200)],
  ])('that first responds with %s gets the mail again a moment later, once', async (_, answer) => {
    const { site, event } = await booked();
    api.answering(answer);
    start(site);
    await until(() => api.requests.length === 2);
    await site.clock.idle();
    site.clock.advance(SECOND);
    await until(() => done(site));
    // The owner's mail is sent without waiting for the customer's, and not sent again with it.
    expect(keys()).toEqual([`${event}:customer`, `${event}:owner`, `${event}:customer`]);
    expect(api.mails).toBe(2);
    expect(all(site, 'MailParked')).toEqual([]);
  });

  test('that responds with 429 without Retry-After is retried ever more rarely, with one mail', async () => {
    const { site, event } = await booked();
    const eve = site.visitor();
    await eve.holds({ claim: 'pm', email: 'eve@example.com' });
    eve.pays();
    await eve.returns();
    api.failing(() => says(429, 'daily_quota_exceeded'));
    vi.spyOn(Math, 'random').mockReturnValue(1);
    onTestFinished(() => void vi.restoreAllMocks());
    start(site);
    await until(() => api.requests.length === 1);
    await pass(site, HOUR, () => site.clock.elapsed() >= HOUR - SECOND);
    expect(api.requests.length).toBeLessThan(20);
    api.failing(() => null);
    await pass(site, HOUR, () => done(site));
    expect(api.mails).toBe(4);
    expect(keys()).toContain(`${event}:customer`);
  });

  test('gets no request for as long as Retry-After says', async () => {
    const { site } = await booked();
    api.answering(says(429, 'rate_limit_exceeded', { 'retry-after': '60' }));
    start(site);
    await until(() => api.requests.length === 1);
    await site.clock.idle();
    site.clock.advance(MINUTE - 1);
    await site.clock.idle();
    expect(api.requests).toHaveLength(1);
    site.clock.advance(1);
    await until(() => done(site));
    expect(api.mails).toBe(2);
  });

  test('with one mail delays no other, except those of the same booking', async () => {
    const { site, id } = await booked();
    const other = site.visitor();
    const moved = await other.holds({ claim: 'pm', email: 'eve@example.com' });
    other.pays();
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
    expect(all(site, 'MailParked')).toEqual([]);
  });

  test('that never responds delays no request', async () => {
    const { site } = await booked();
    api.answering(() => new Promise(() => {}));
    const { stop } = start(site);
    await until(() => api.requests.length === 1);
    const eve = site.visitor();
    await eve.holds({ claim: 'pm' });
    eve.pays();
    expect(await eve.returns()).toContain('/book/confirmation');
    expect(api.requests).toHaveLength(1);
    await stop();
  });
});

describe('a mail that is refused', () => {
  const REFUSED = says(422, 'validation_error');

  test('is parked in the owner’s list, without personal data', async () => {
    const { site, id, event } = await booked();
    api.answering(REFUSED);
    start(site);
    await until(() => done(site));
    expect(await openFailures(site.store.updatedQueries().attention)).toMatchObject([
      {
        kind: 'mail',
        booking: id,
        event,
        role: 'customer',
        cause: 'BookingConfirmed',
        failures: 1,
        reason: 'the provider refused it: 422 validation_error',
      },
    ]);
    const [parked] = all(site, 'MailParked');
    expect(parked).toMatchObject({ stream: `mail-${event}`, causation: event });
    expect(JSON.stringify(parked)).not.toContain('ada@');
    expect(site.lines.join('')).not.toContain('ada@');
  });

  test('delays no other mail, and is reported to the owner', async () => {
    const { site, event } = await booked();
    api.answering(REFUSED);
    start(site);
    await until(() => done(site));
    const [parked] = all(site, 'MailParked');
    expect(keys()).toEqual([`${event}:customer`, `${event}:owner`, `${parked!.id}:owner`]);
    expect(api.requests.at(-1)!.body).toMatchObject({
      to: 'hello@halfday.example',
      subject: 'Needs attention: an email to a customer couldn’t be sent',
    });
  });

  test('is parked once, also when the process ends before that is recorded', async () => {
    const { site } = await booked();
    api.answering(REFUSED);
    const crashing = start(site);
    await site.recorded('MailParked');
    crashing.abort();
    await crashing.stop();
    api.answering(REFUSED);
    start(site);
    await until(() => done(site));
    expect(all(site, 'MailParked')).toHaveLength(1);
  });

  test('to the owner is not reported to the owner', async () => {
    const { site, event } = await booked();
    api.answering(() => Response.json({ id: 'taken' }), REFUSED);
    start(site);
    await until(() => done(site));
    expect(await openFailures(site.store.updatedQueries().attention)).toMatchObject([{ role: 'owner' }]);
    expect(keys()).toEqual([`${event}:customer`, `${event}:owner`]);
  });

  test('whose report is refused as well causes no further mail', async () => {
    const { site } = await booked();
    api.answering(REFUSED, REFUSED, REFUSED);
    start(site);
    await until(() => done(site));
    expect(await openFailures(site.store.updatedQueries().attention)).toMatchObject([
      { role: 'customer' },
      { role: 'owner' },
    ]);
    expect(api.requests).toHaveLength(3);
  });

  /** A stopped site with a parked mail to a customer. */
  async function parked() {
    const { site, event } = await booked();
    api.answering(REFUSED);
    const running = start(site);
    await until(() => done(site));
    await running.stop();
    api.requests.length = 0;
    return { site, event };
  }

  test('is sent at the next start if the cause was fixed, and settled', async () => {
    const { site } = await parked();
    const settled = site.recorded('MailSettled');
    start(site);
    start(site, parkedMail);
    await settled;
    const [retried] = all(site, 'MailRetried');
    expect(keys()).toEqual([`${retried!.id}:customer`]);
    expect(api.requests[0]!.body).toMatchObject({
      to: 'ada@example.com',
      subject: expect.stringContaining('(booked)'),
    });
    expect(await openFailures(site.store.updatedQueries().attention)).toEqual([]);
  });

  test('is retried once a day for a week, and reported only once', async () => {
    const { site } = await parked();
    api.answering(...Array.from({ length: 20 }, () => REFUSED));
    start(site);
    start(site, parkedMail);
    for (let day = 1; day <= 10; day++) {
      await site.clock.idle();
      await until(() => done(site));
      site.clock.advance(DAY);
    }
    await site.clock.idle();
    await until(() => done(site));
    expect(all(site, 'MailRetried')).toHaveLength(8);
    expect(all(site, 'MailParked').at(-1)!.data).toMatchObject({ attempt: 9 });
    expect(new Set(recipients())).toEqual(new Set(['ada@example.com']));
    expect(await openFailures(site.store.updatedQueries().attention)).toMatchObject([{ failures: 9 }]);
  });
});
