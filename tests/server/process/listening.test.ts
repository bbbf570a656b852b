import { expect, test } from 'vitest';
import { listenFailure, ownOrigin } from '#server/process/listening.ts';

test.each([
  ['EADDRINUSE', 'Port 80 is taken. Set PORT to another one.'],
  ['EACCES', "Can't listen on port 80: permission denied (EACCES). Set PORT to 1024 or higher."],
  [
    'EADDRNOTAVAIL',
    "Can't listen on 10.1.2.3: this machine doesn't have that address (EADDRNOTAVAIL). Set HOST to another one.",
  ],
  ['EIO', 'listen EIO'],
])('a port that gives %s is named, with what to set', (code, words) => {
  const error = Object.assign(new Error(`listen ${code}`), { code });
  expect(listenFailure(error, { host: '10.1.2.3', port: 80 })).toBe(words);
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::1', 'http://[::1]:3000'],
])('a server on %s reaches itself at %s', (host, origin) => {
  expect(ownOrigin({ host, port: 3000 })).toBe(origin);
});
