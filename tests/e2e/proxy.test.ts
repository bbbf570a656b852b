/** Runs in `.ci/run`, which installs both proxies; where one is missing, its tests are left out. */
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import sharp from 'sharp';
import type { AvailabilityChange } from '#shared/booking/managed-booking.ts';
import { readNdjson } from '#shared/calls/ndjson.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { inDays } from './http-customer.ts';
import { PROXIES, ReachedSite } from './proxies.ts';
import { holdRequest } from './shop.ts';

const LIVE = rpcPath('availabilityLive');
/** Three megabytes: more than nginx takes unless it is told to. */
function largePicture(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 1800, height: 1800, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 95 })
    .toBuffer();
}

for (const proxy of PROXIES) {
  describe.runIf(proxy.isInstalled)(`behind ${proxy.program} as docs/deploying.md configures it`, () => {
    const site = new ReachedSite();
    beforeAll(() => site.open(proxy));
    afterAll(() => site.close());

    const hold = (daysAhead: number) =>
      site.call(rpcPath('hold'), holdRequest({ date: inDays(daysAhead), claim: 'am' }));

    test('pages are served over HTTPS alone, under one name, with secure cookies', async () => {
      const page = await site.ask('/');
      expect(page.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
      expect(page.text).toContain('<link rel="canonical" href="https://www.example.com/"');
      const plain = await site.ask('/pricing?a=b', { scheme: 'http' });
      expect(plain.status).toBe(308);
      expect(plain.headers.location).toMatch(/^https:\/\/www\.example\.com(?::\d+)?\/pricing\?a=b$/);
      const bare = await site.ask('/pricing?a=b', { host: 'example.com' });
      expect([bare.status, bare.headers.location]).toEqual([308, 'https://www.example.com/pricing?a=b']);
      const held = await hold(3);
      expect(held.status).toBe(200);
      for (const cookie of held.headers['set-cookie'] ?? []) expect(cookie).toMatch(/^__Host-.*; Secure/);
    });

    test('each line of a live view arrives at once', async () => {
      const open = async () => {
        const response = await site.stream(LIVE);
        onTestFinished(() => void response.destroy());
        return response;
      };
      const lines = readNdjson(Readable.toWeb(await open()) as ReadableStream<Uint8Array<ArrayBuffer>>);
      const nextDays = async () => ((await lines.next()).value as AvailabilityChange).days.map(({ date }) => date);
      expect((await nextDays()).length).toBeGreaterThan(50);
      expect((await hold(4)).status).toBe(200);
      expect(await nextDays()).toEqual([inDays(4)]);
    });

    test('a photo of three megabytes is taken, and a body beyond its limit refused with 413', async () => {
      const form = new FormData();
      form.set('notes', 'The blue door');
      form.set('files', new File([Buffer.from(await largePicture())], 'wall.jpg', { type: 'image/jpeg' }));
      const encoded = new Response(form);
      const body = Buffer.from(await encoded.arrayBuffer());
      expect(body.length).toBeGreaterThan(3_000_000);
      const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
      const photo = await site.ask('/book/photos', { method: 'POST', headers, body });
      expect([photo.status, photo.headers['content-location']]).toEqual([200, '/book']);

      const long = await site.call(rpcPath('hold'), { notes: 'x'.repeat(70_000) });
      expect([long.status, long.text]).toEqual([413, expect.stringContaining('more than we can take')]);
      const announced = { ...headers, 'content-length': '100000000' };
      expect((await site.ask('/book/photos', { method: 'POST', headers: announced })).status).toBe(413);
    });
  });
}
