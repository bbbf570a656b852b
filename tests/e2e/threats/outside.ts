import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { signedHeaders } from '#server/outside/signed-notices.ts';
import { MOST_FORM_BYTES, MOST_PHOTO_BYTES, type SentPhoto } from '#shared/booking/photos.ts';
import { picture } from '#tests/pictures.ts';
import type { AttackedSite, Threats } from './attacked-site.ts';
import { addTicket } from './rights.ts';
import { newKey } from './visitor.ts';

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

export const uploads: Threats = {
  'a photo sent by script is one picture of a size, under a name that the server chose': async (site) => {
    const visitor = site.visitor();
    const headers = { accept: 'application/json' };
    const send = (bytes: Buffer) => visitor.upload('/book/photos', [bytes], { headers });
    for (const bytes of [SVG, Buffer.alloc(0), Buffer.alloc(MOST_PHOTO_BYTES + 1)])
      expect([bytes.length, (await send(bytes)).status]).toEqual([bytes.length, 422]);
    const { status, text } = await send(await picture());
    expect([status, (JSON.parse(text) as SentPhoto).id]).toEqual([200, expect.stringMatching(/^[\da-f-]{36}$/)]);
  },
  'a photo is drawn again without metadata, and what is no photo is refused': async (site) => {
    const visitor = site.visitor();
    const secret = 'taken at 34.28 N, 119.29 W';
    const { status, text } = await visitor.upload('/book/photos', [await picture({ secret })]);
    expect(status).toBe(200);
    const ticket = /name="photos" value="([^"]+)"/.exec(text)?.[1] ?? '';
    for (const size of ['full', 'small']) {
      const path = `/book/photos/${size}?ticket=${ticket}`;
      const response = await site.stream(path, { from: visitor.from });
      const bytes = Buffer.concat(await Array.fromAsync(response as AsyncIterable<Buffer>));
      const { format, exif } = await sharp(bytes).metadata();
      expect([format, exif, bytes.includes(secret)]).toEqual(['jpeg', undefined, false]);
      const { headers } = response;
      expect(headers['content-type']).toBe('image/jpeg');
      expect(headers['x-content-type-options']).toBe('nosniff');
      // Opened alone, it is a document of no site.
      expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    }
    const wide = await sharp({ create: { width: 40_000, height: 10, channels: 3, background: '#888' } })
      .png()
      .toBuffer();
    for (const bytes of [SVG, Buffer.from('GIF89a'), Buffer.from('<html><script>alert(1)</script>'), wide]) {
      const refused = await site.visitor().upload('/book/photos', [bytes]);
      expect([bytes.length, refused.status]).toEqual([bytes.length, 422]);
      expect(refused.text).not.toContain('name="photos"');
    }
  },
  'a photo is seen with its ticket alone, and a ticket opens no other': async (site) => {
    const visitor = site.visitor();
    const ticket = await addTicket(visitor);
    expect((await site.visitor().get(`/book/photos/full?ticket=${ticket}`)).status).toBe(200);
    for (const other of ['', 'none', ticket.slice(0, -4), `${ticket}x`.replace(/^./, ''), 'A'.repeat(ticket.length)])
      expect([other, (await visitor.get(`/book/photos/full?ticket=${other}`)).status]).toEqual([other, 404]);
  },
  'objects of others in the storage stop neither uploads nor the removal of unused photos': async (site) => {
    const visitor = site.visitor();
    await addTicket(visitor);
    const folder = join(site.folder, 'objects');
    for (const name of ['photos%', 'photos%..%x', 'photos%a folder', 'odd name', '%2e%2e', 'photos%none%full'])
      writeFileSync(join(folder, name), 'not ours', { mode: 0o600 });
    await addTicket(visitor);
    const ours = () => readdirSync(folder).filter((name) => /^photos%[\da-f-]{36}%/.test(name));
    expect(ours().length).toBeGreaterThan(0);
    await site.passMinutes(27 * 60);
    await expect.poll(() => ours().length).toBeLessThan(3);
    expect(readdirSync(folder)).toContain('odd name');
  },
  'files without a length are read to the same limits': async (site) => {
    expect(await site.say(...chunkedForm(site, [await picture()]))).toMatch(/^HTTP\/1\.1 200/);
    const megabyte = Buffer.alloc(1024 ** 2);
    const tooMuch = Array<Buffer>(Math.ceil(MOST_FORM_BYTES / megabyte.length)).fill(megabyte);
    // A proxy takes all of a body first.
    if (!site.isBehindProxy) expect(await site.say(...chunkedForm(site, tooMuch))).toMatch(/^HTTP\/1\.1 413/);
  },
};

/** The lines of a form with a file of these pieces in chunks, as a program sends it that doesn't know its length. */
function chunkedForm(site: AttackedSite, pieces: readonly Buffer[]): (string | Buffer)[] {
  const part =
    '--form\r\ncontent-disposition: form-data; name="files"; filename="photo.jpg"\r\ncontent-type: image/jpeg';
  const chunks = [Buffer.from(`${part}\r\n\r\n`), ...pieces, Buffer.from('\r\n--form--\r\n')];
  const head = [...site.head('POST', '/book/photos'), 'content-type: multipart/form-data; boundary=form'];
  const body = chunks.flatMap((chunk) => [chunk.length.toString(16), chunk]);
  return [...head, 'transfer-encoding: chunked', '', ...body, '0', '', ''];
}

const seconds = async (site: AttackedSite) => Math.floor((await site.now()) / 1000);

/** Posts a notice of the payment provider, signed for this time, and changed afterwards. */
async function notice(
  site: AttackedSite,
  { id = newKey(), timestamp = 0, change = {}, altered = '', secret = '' } = {},
) {
  const { payments } = site.config;
  const body = JSON.stringify({ id, type: 'checkout.paid', checkout: 'none', timestamp });
  const known = payments.kind === 'sandbox' ? payments.webhookSecrets[0] : '';
  const headers = { ...signedHeaders({ id, timestamp }, body, secret || known), ...change };
  const { status, text } = await site
    .visitor()
    .post('/webhooks/sandbox', 'application/json', body + altered, { headers, isForeign: true });
  return [status, text];
}

export const forgedNotices: Threats = {
  'a notice is trusted when it is signed, whole, and of the last or next 300 seconds': async (site) => {
    const now = await seconds(site);
    const taken = [200, 'Taken.'];
    const refused = [400, 'This notice cannot be trusted.'];
    for (const offset of [0, -290, 290]) expect(await notice(site, { timestamp: now + offset })).toEqual(taken);
    for (const offset of [-310, 310]) expect(await notice(site, { timestamp: now + offset })).toEqual(refused);
    expect(await notice(site, { timestamp: now, altered: ' ' })).toEqual(refused);
    expect(await notice(site, { timestamp: now, secret: 'another secret' })).toEqual(refused);
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      for (const value of ['', 'v1,AAAA', String(now + 1)])
        expect([name, value, await notice(site, { timestamp: now, change: { [name]: value } })]).toEqual([
          name,
          value,
          refused,
        ]);
    for (const path of ['/webhooks/sandbox', '/webhooks/mailbox'])
      expect((await site.visitor().post(path, 'application/json', '{"checkout":"x"}')).status).toBe(400);
    expect((await site.visitor().post('/webhooks/stripe', 'application/json', '{}')).status).toBe(404);
  },
  'a notice that is sent again is handled once': async (site) => {
    const timestamp = await seconds(site);
    const id = newKey();
    const answers = [await notice(site, { id, timestamp }), await notice(site, { id, timestamp })];
    expect(answers).toEqual([
      [200, 'Taken.'],
      [200, 'Seen before.'],
    ]);
  },
};

export const wrongAmounts: Threats = {
  'a payment of another amount or currency confirms nothing and is refunded': async (site) => {
    for (const change of [`'$.amount', 100`, `'$.currency', 'eur'`]) {
      const visitor = site.visitor();
      const held = await visitor.hold();
      const { redirect } = JSON.parse(held.text) as { redirect: string };
      const checkout = redirect.split('/').at(-1) ?? '';
      site.write(`UPDATE sandbox_checkouts SET content = json_set(content, ${change}) WHERE id = '${checkout}'`);
      await visitor.pay(held).catch(() => {});
      const [table] = site.tables('bookings');
      const booking = `SELECT json_extract(content, '$.booking') FROM sandbox_checkouts WHERE id = '${checkout}'`;
      const stored = () => site.rows(`SELECT status, refund FROM "${table}" WHERE id = (${booking})`);
      await expect.poll(stored).toEqual([{ status: 'held', refund: 'succeeded' }]);
    }
  },
};
