import { Agent, get } from 'node:http';

/** As Chromium sends them: some answers differ for robots. */
const BROWSER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-US,en;q=0.9',
};

/** Milliseconds of one page: until its first byte, and until its last. */
interface PageTime {
  readonly firstMs: number;
  readonly wholeMs: number;
  /** Length of the body on the wire. */
  readonly bytes: number;
}

export interface PageTimes {
  readonly p50: number;
  readonly p99: number;
  readonly firstP50: number;
  readonly firstP99: number;
  readonly bytes: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function askOnce(address: string, cookie: string): Promise<PageTime> {
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    const request = get(address, { agent, headers: { ...BROWSER, cookie } }, (response) => {
      let firstMs = Number.NaN;
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        if (bytes === 0) firstMs = performance.now() - begin;
        bytes += chunk.length;
      });
      response.on('end', () => {
        if (response.statusCode === 200) resolve({ firstMs, wholeMs: performance.now() - begin, bytes });
        else reject(new Error(`${address} was answered with ${response.statusCode}`));
      });
      response.on('error', reject);
    });
    request.on('error', reject);
  });
}

/** Asks for a page again and again, one request after the other, as one reader does. The first ones are not counted. */
export async function pageTimes(address: string, cookie: string, count: number, warm = count / 4): Promise<PageTimes> {
  for (let asked = 0; asked < warm; asked++) await askOnce(address, cookie);
  const all: PageTime[] = [];
  while (all.length < count) all.push(await askOnce(address, cookie));
  const whole = all.map(({ wholeMs }) => wholeMs);
  const first = all.map(({ firstMs }) => firstMs);
  return {
    p50: percentile(whole, 0.5),
    p99: percentile(whole, 0.99),
    firstP50: percentile(first, 0.5),
    firstP99: percentile(first, 0.99),
    bytes: all.at(-1)?.bytes ?? 0,
  };
}

/** The value below which this share of all values lies. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}
