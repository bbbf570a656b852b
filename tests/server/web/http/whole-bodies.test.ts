import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WholeBodies } from '#server/web/http/whole-bodies.ts';

const MOST_PIECES = 64;

test('a body in thousands of pieces is put together as they arrive, a few at a time', async () => {
  const concat = vi.spyOn(Buffer, 'concat');
  onTestFinished(() => concat.mockRestore());
  const text = Array.from({ length: 10_000 }, (_, index) => String.fromCharCode(97 + (index % 26))).join('');
  const request = new IncomingMessage(new Socket());
  request.headers['content-length'] = String(text.length);
  const answer = vi.fn<() => void>();
  new WholeBodies(100_000, 8000).receive(request, new ServerResponse(request), answer);
  for (const letter of text) request.push(Buffer.from(letter));
  request.push(null);
  await once(request, 'end');
  expect(answer).toHaveBeenCalledOnce();
  expect(request).toHaveProperty('rawBody', Buffer.from(text));
  expect(Math.max(...concat.mock.calls.map(([pieces]) => pieces.length))).toBeLessThanOrEqual(MOST_PIECES);
});
