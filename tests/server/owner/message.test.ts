import { recorded } from '../../db/rows.ts';
import { describe, expect, test } from 'vitest';
import { bookingStream } from '#events/booking/booking.ts';
import type { BookingStory } from '#shared/owner/booking-story.ts';
import { forget } from '../../db/changes.ts';
import { DATE } from '../../events/facts.ts';
import { ADA, BEN, books, openTown } from '../accounts/town.ts';

const KEY = '00000000-0000-4000-8000-000000000001';
const TEXT = 'I’m running ten minutes late.\n\nPlease keep the dog inside: <b>really</b>.';

async function withVisit() {
  const town = openTown();
  const ada = await town.resident(ADA);
  const id = await books(town, town.person(), BEN.email, { date: DATE, claim: 'am' });
  const story = async (): Promise<BookingStory> => (await ada.ask('bookingStory', { eventId: id })).body;
  const send = (message = TEXT, key = KEY) => ada.call('sendMessage', { eventId: id, message, key });
  return { town, ada, id, story, send };
}

describe('a message of the owner to a customer', () => {
  test('goes out as a mail in the owner’s words, and is in the booking’s story', async () => {
    const { town, id, story, send } = await withVisit();
    expect(await send()).toMatchObject({
      status: 200,
      redirect: `/app/admin/bookings/${id}`,
      notice: 'message-sent',
    });
    const mail = await town.mailTo(BEN.email, 'About your visit on');
    expect(mail.text).toContain('I’m running ten minutes late.');
    expect(mail.text).toContain('Please keep the dog inside');
    expect(mail.html).not.toContain('<b>really');
    const { lines, mails } = await story();
    expect(lines.find(({ kind }) => kind === 'MessageSent')).toMatchObject({ text: TEXT, admin: ADA.name });
    expect(mails.find(({ subject }) => subject?.startsWith('About your visit'))).toMatchObject({ to: 'customer' });
  });

  test('is sent once, however often its form is', async () => {
    const { town, send } = await withVisit();
    await Promise.all([send(), send(), send()]);
    expect(recorded(town.store, ['MessageSent'])).toHaveLength(1);
    expect(await send('Something else.')).toMatchObject({ refusal: 'key-reused' });
    expect(await send('Something else.', KEY.replace(/1$/, '2'))).toMatchObject({ status: 200 });
    expect(recorded(town.store, ['MessageSent'])).toHaveLength(2);
  });

  test('is encrypted in the log, and gone with the customer', async () => {
    const { town, id, send, story } = await withVisit();
    await send();
    const [event] = recorded(town.store, ['MessageSent']);
    expect(event?.data).toMatchObject({ personal: { text: TEXT } });
    await town.store.change(forget(id));
    const [forgotten] = recorded(town.store, ['MessageSent']);
    expect(forgotten?.data).toMatchObject({ personal: null });
    expect((await story()).lines.find(({ kind }) => kind === 'MessageSent')).toMatchObject({ text: null });
    expect(await town.store.stateOf(bookingStream(id))).not.toBeNull();
  });
});
