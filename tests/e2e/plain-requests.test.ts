/** The browser without script of these tests sends what Chromium sends. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyPage } from './any-page.ts';
import { launch, visit, visitInPlainBrowser } from './browser.ts';

const PAGE = `<!doctype html><title>Forms</title><h1>Forms</h1>
<form method="post" action="/sent?kept=1">
  <input type="hidden" name="secret" value="h&amp;h">
  <label>Name <input name="name" maxlength="5"></label>
  <label>Email <input type="email" name="email" required></label>
  <label>Notes <textarea name="notes"></textarea></label>
  <label>City <select name="city"><option value="">None</option><option value="o">Ojai</option></select></label>
  <label><input type="checkbox" name="task" value="paint"> Paint</label>
  <label><input type="checkbox" name="task" value="drill" checked> Drill</label>
  <label><input type="radio" name="slot" value="am" checked> Morning</label>
  <label><input type="radio" name="slot" value="pm"> Afternoon</label>
  <input name="off" value="disabled" disabled><fieldset disabled><input name="off2" value="x"></fieldset>
  <button name="way" value="first">Send</button>
  <button name="way" value="unchecked" formnovalidate>Send as it is</button>
  <button name="way" value="kept" formaction="/kept">Send on</button>
</form>
<form action="/found?gone=1"><label>Search <input name="q"></label><button>Find</button></form>
<p><a href="/next?a=b#part">Next</a></p>`;

const COMPARED = (
  'accept-language content-type cookie origin referer upgrade-insecure-requests ' +
  'sec-fetch-dest sec-fetch-mode sec-fetch-site sec-fetch-user'
).split(' ');

type Request = Record<'method' | 'url' | 'body', string | undefined> & { headers: IncomingHttpHeaders };

const requests: Request[] = [];
let policy = 'strict-origin-when-cross-origin';

/** Shows the forms. `/sent` redirects with 303, `/kept` with 308. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '', headers } = request;
  const compared = Object.fromEntries(Object.entries(headers).filter(([name]) => COMPARED.includes(name)));
  const body = await text(request);
  if (url !== '/favicon.ico') requests.push({ method, url, body, headers: compared });
  const status = url.startsWith('/sent') ? 303 : url.startsWith('/kept') ? 308 : 200;
  response.setHeader('set-cookie', [`seen=${requests.length}; Path=/`, 'inner=1; Path=/inner', 'old=1; Max-Age=0']);
  response.setHeader('referrer-policy', policy);
  if (status === 200) response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE);
  else response.writeHead(status, { location: '/landed' }).end();
}

const server = createServer((request, response) => void answer(request, response));
let origin = '';
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  origin = `http://localhost:${address.port}`;
});
afterAll(async () => {
  await browser.close();
  server.close();
});

/** What is sent while a visitor acts in Chromium, and in the browser that only reads. */
async function bothSend(act: (page: AnyPage) => Promise<void>): Promise<[Request[], Request[]]> {
  const both: Request[][] = [];
  for (const visitor of [await visit(browser, origin, { scripts: false }), await visitInPlainBrowser(origin)]) {
    await visitor.page.goto('/');
    await visitor.page.getByRole('heading', { name: 'Forms' }).waitFor();
    await act(visitor.page);
    await visitor.context.close();
    both.push(requests.splice(0));
  }
  const [rendered = [], plain = []] = both;
  expect(rendered.length).toBeGreaterThan(0);
  return [rendered, plain];
}

async function fillIn(page: AnyPage): Promise<void> {
  await page.getByLabel('Name').fill('Ann Lee');
  await page.getByLabel('Email').fill('ann@example.com');
  await page.getByLabel('Notes').fill('one\ntwo & “three”');
  await page.getByLabel('City').selectOption('Ojai');
  await page.getByLabel('Paint').check();
  await page.getByLabel('Afternoon').check();
}

const VISITS: Readonly<Record<string, (page: AnyPage) => Promise<void>>> = {
  'a form that leads elsewhere, and a reload': async (page) => {
    await fillIn(page);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.waitForURL('**/landed');
    await page.reload();
  },
  'a form that is posted on': async (page) => {
    await fillIn(page);
    await page.getByRole('button', { name: 'Send on' }).click();
    await page.waitForURL('**/landed');
  },
  'a wrong value, which is not sent until the button takes it as it is': async (page) => {
    await page.getByLabel('Email').fill('nonsense');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('input[name=email]:focus').waitFor();
    await page.getByRole('button', { name: 'Send as it is' }).click();
    await page.waitForURL('**/landed');
  },
  'a search': async (page) => {
    await page.getByLabel('Search').fill('a b+c');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.waitForURL('**/found?**');
  },
  'a link, and another from there': async (page) => {
    await page.getByRole('link', { name: 'Next' }).click();
    await page.waitForURL('**/next?a=b#part');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.waitForURL('**/found?**');
  },
};

test.each(Object.entries(VISITS))('%s', async (_name, act) => {
  const [rendered, plain] = await bothSend(act);
  expect(plain).toEqual(rendered);
});

test.each(['same-origin', 'strict-origin', 'no-referrer'])(
  'a link and a form of a page with the policy %s',
  async (name) => {
    policy = name;
    const [rendered, plain] = await bothSend(async (page) => {
      await page.getByRole('link', { name: 'Next' }).click();
      await page.waitForURL('**/next?a=b#part');
      await page.getByRole('button', { name: 'Send as it is' }).click();
      await page.waitForURL('**/landed');
    });
    expect(plain).toEqual(rendered);
  },
);
