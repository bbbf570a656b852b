import type * as SharpModule from 'sharp';
import { expect, test, vi } from 'vitest';
import { picture } from '../../../pictures.ts';
import { openSite } from '../site.ts';
import { call, uploads } from './sending.ts';

const library = vi.hoisted(() => ({ isBroken: false }));

vi.mock('sharp', async (original) => {
  const { default: sharp } = await original<typeof SharpModule>();
  sharp.concurrency = () => {
    if (library.isBroken) throw new Error('cannot open shared object file');
    return 1;
  };
  return { default: sharp };
});

test('a photo is refused if the image library cannot be loaded, and the next one loads it again', async () => {
  const site = openSite();
  const ada = site.visitor();
  const bytes = Uint8Array.from(await picture());
  const finish = async () => call(ada, 'finishPhoto', { upload: await uploads(ada, site.storage, bytes) });
  library.isBroken = true;
  expect(await finish()).toMatchObject({ status: 503, body: { refusal: 'photos-down' } });
  library.isBroken = false;
  expect((await finish()).status).toBe(200);
});
