import { expect, onTestFinished, test } from 'vitest';
import { tempFolder } from '../temp-folder.ts';
import { endedStart } from './ended-start.ts';
import { HttpCustomer } from './http-customer.ts';
import { freePort, startServer } from './server.ts';

test('metrics are on their own port alone, count pages and bookings, and a second server reads that the port is taken', async () => {
  const port = await freePort();
  const { origin, stop } = await startServer({ METRICS_PORT: String(port), LOG_LEVEL: 'fatal' });
  onTestFinished(async () => void (await stop()));
  const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const value = async (series: string) => {
    const line = (await scrape()).split('\n').find((each) => each.startsWith(`${series} `));
    return Number(line?.slice(series.length) ?? 0);
  };
  expect((await fetch(`${origin}/metrics`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  const pages = 'halfday_requests_total{route="page",status="200"}';
  const before = await value(pages);
  await fetch(`${origin}/`);
  await fetch(`${origin}/book`);
  expect(await value(pages)).toBe(before + 2);
  await new HttpCustomer(origin).book(9);
  expect(await value('halfday_events_total{type="BookingConfirmed"}')).toBe(1);
  expect(await value('halfday_commit_changes_count')).toBeGreaterThan(3);

  const { code, err } = await endedStart({ METRICS_PORT: String(port), DATA_FOLDER: tempFolder() });
  expect({ code, err }).toEqual({ code: 1, err: `Port ${port} is taken. Set METRICS_PORT to another one.\n` });
});
