import { expect, test } from 'vitest';
import { Breaker } from '#server/outside/payments/breaker.ts';
import { CallPostponed, NoSuchCheckout, ProviderError, ProviderUnreachable } from '#server/outside/payments/port.ts';

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

test.each([
  ['an answer', undefined],
  ['a no', new ProviderError('card declined')],
  ['that it knows no such checkout', new NoSuchCheckout()],
])('%s resets the count', async (_, outcome) => {
  const { fail, call, heard } = open();
  await fail('a');
  await fail('b');
  await call('x', outcome);
  await fail('c');
  await fail('d');
  expect(heard).toEqual([]);
});

test('calls that the site aborted count neither as success nor as failure', async () => {
  const { fail, call, heard } = open();
  await fail('a');
  await fail('b');
  await call('x', new CallPostponed('the process stops', 1));
  expect(heard).toEqual([]);
  await fail('c');
  expect(heard).toEqual(['open']);
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

test('a failed trial opens the breaker again without another log line', async () => {
  const { call, fail, opened, heard, pass, asked } = open();
  await opened();
  pass(10_000);
  expect(await fail('d')).toBe('ProviderUnreachable');
  pass(9_999);
  expect(await call('e')).toBe('CallPostponed');
  expect([asked(), heard]).toEqual([4, ['open']]);
});

test('during a trial call, other calls are refused', async () => {
  const { breaker, call, opened, pass } = open();
  await opened();
  pass(10_000);
  const { promise, resolve } = Promise.withResolvers<string>();
  const trial = breaker.run('d', () => promise);
  expect(await call('e')).toBe('CallPostponed');
  resolve('answer');
  expect(await trial).toBe('answer');
  expect(await call('e')).toBe('answer');
});

test('a refusal has Retry-After', async () => {
  const { breaker, opened, pass } = open();
  await opened();
  pass(4000);
  await expect(breaker.run('d', async () => 'answer')).rejects.toMatchObject({ afterMs: 6000 });
});
