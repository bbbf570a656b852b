import { expect, test } from 'vitest';
import { Breaker } from '#server/outside/payments/breaker.ts';
import { ProviderUnreachable } from '#server/outside/payments/port.ts';

function open() {
  let elapsed = 0;
  const heard: string[] = [];
  const breaker = new Breaker({
    elapsed: () => elapsed,
    onOpen: () => heard.push('open'),
    onClose: () => heard.push('closed'),
  });
  let asked = 0;
  const call = (subject: string, outcome?: Error) =>
    breaker
      .run(subject, async () => {
        asked += 1;
        if (outcome) throw outcome;
        return 'answer';
      })
      .catch((error: Error) => error.constructor.name);
  const fail = (subject: string) => call(subject, new ProviderUnreachable('no answer'));
  const opened = async () => {
    for (const subject of ['a', 'b', 'c']) await fail(subject);
  };
  return { breaker, call, fail, opened, heard, asked: () => asked, pass: (ms: number) => void (elapsed += ms) };
}

test('after three checkouts in a row without a response, calls are refused at once', async () => {
  const { call, opened, heard, asked } = open();
  await opened();
  expect(heard).toEqual(['open']);
  expect(await call('d')).toBe('CallPostponed');
  expect(asked()).toBe(3);
});

test('one repeatedly failing checkout does not open the breaker', async () => {
  const { fail, call, heard } = open();
  for (let times = 0; times < 10; times++) await fail('a');
  expect(heard).toEqual([]);
  expect(await call('b')).toBe('answer');
});

test('after ten seconds one trial call is made, and its response closes the breaker', async () => {
  const { call, opened, heard, pass } = open();
  await opened();
  pass(9_999);
  expect(await call('d')).toBe('CallPostponed');
  pass(1);
  expect(await call('d')).toBe('answer');
  expect(heard).toEqual(['open', 'closed']);
  expect(await call('e')).toBe('answer');
});
