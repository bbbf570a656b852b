/** A page of WebKit behind the part of Playwright's interface that flows use: WebDriver acts, and `in-page.ts` finds. */
import assert from 'node:assert/strict';
import { getByLabelSelector, getByRoleSelector, getByTextSelector } from 'ivya';
import type { WebDriver, WebElement } from 'selenium-webdriver';
import { vi } from 'vitest';
import { PATIENCE_MS } from '#tests/patience.ts';
import type { AnyLocator, DrawnPage } from '../any-page.ts';

type WebKitLocator = AnyLocator & { readonly selector: string };

/** A script that a navigation cuts off is never answered. */
export async function limitScripts(driver: WebDriver, script = 3000): Promise<void> {
  await driver.manage().setTimeouts({ script });
}

let turn: Promise<unknown> = Promise.resolve();

/** Looks again and again. The driver can't do two things at once: one of them would never be answered. */
function until<Result>(look: () => Promise<Result>): Promise<Result> {
  const lookInTurn = (): Promise<Result> => {
    const looked = turn.then(() => look());
    turn = looked.catch(() => {});
    return looked;
  };
  return vi.waitFor(lookInTurn, { interval: 50, timeout: PATIENCE_MS });
}

/** Elements by a selector of Playwright's, looked up by each call. */
function locate(driver: WebDriver, selector: string): WebKitLocator {
  const within = (part: string): WebKitLocator => locate(driver, `${selector} >> ${part}`);
  const nested = (other: AnyLocator) => JSON.stringify((other as WebKitLocator).selector);
  const find = (finder: string) => driver.executeScript<WebElement>(`return ${finder}(arguments[0])`, selector);
  const act = (action: (element: WebElement) => Promise<void>) => until(async () => action(await find('showOnly')));
  const set = (value: string) => act((field) => driver.executeScript<void>(enter, field, value));
  const look = <Result>(finder: string, script: (found: never) => Result, at = selector) =>
    driver.executeScript<Result>(`return (${String(script)})(${finder}(arguments[0]))`, at);
  const read = <Result>(script: (found: never) => Result, finder = 'findOnly') => until(() => look(finder, script));
  const count = (at = selector) => look('findAll', ({ length }: Element[]) => length, at);

  return {
    selector,
    locator: within,
    getByRole: (...role) => within(getByRoleSelector(...role)),
    getByLabel: (...label) => within(getByLabelSelector(...label)),
    getByText: (...text) => within(getByTextSelector(...text)),
    filter({ has, hasText, hasNotText, visible } = {}) {
      const parts = [
        has && `internal:has=${nested(has)}`,
        hasText && getByTextSelector(hasText).replace('text', 'has-text'),
        hasNotText && getByTextSelector(hasNotText).replace('text', 'has-not-text'),
        visible !== undefined && `visible=${visible}`,
      ];
      return within(parts.filter(Boolean).join(' >> '));
    },
    and: (other) => within(`internal:and=${nested(other)}`),
    or: (other) => within(`internal:or=${nested(other)}`),
    first: () => within('nth=0'),
    last: () => within('nth=-1'),

    count: () => until(() => count()),
    all: async () => Array.from({ length: await until(() => count()) }, (_, index) => within(`nth=${index}`)),
    allInnerTexts: () => read((found: HTMLElement[]) => found.map(({ innerText }) => innerText.trim()), 'findAll'),
    isVisible: () => until(async () => (await count(`${selector} >> visible=true`)) === 1),
    isChecked: () => read(({ checked }: HTMLInputElement) => checked),
    inputValue: () => read(({ value }: HTMLInputElement) => value),
    innerText: () => read(({ innerText }: HTMLElement) => innerText.trim()),
    getAttribute: (name) => until(async () => (await find('findOnly')).getDomAttribute(name)),
    evaluate: (script) => read(script),
    async waitFor({ state = 'visible' } = {}) {
      const asked = state === 'visible' || state === 'hidden' ? `${selector} >> visible=true` : selector;
      const wanted = state === 'visible' || state === 'attached' ? 1 : 0;
      await until(async () => assert.equal(await count(asked), wanted, `not ${state}: ${selector}`));
    },

    click: () => act((element) => element.click()),
    async check() {
      if (!(await this.isChecked())) await this.click();
      assert.ok(await this.isChecked(), `stays unchecked: ${selector}`);
    },
    fill: set,
    selectOption: set,
    setInputFiles: (path) => until(async () => (await find('findOnly')).sendKeys(path)),
  };
}

/** Types the value all at once, or chooses an option. */
function enter(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  field.focus();
  if ('select' in field && field.type !== 'date') {
    field.select();
    document.execCommand(value === '' ? 'delete' : 'insertText', false, value);
  } else {
    const option = 'options' in field && [...field.options].find(({ label }) => label === value);
    field.value = option ? option.value : value;
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  }
}

export function webKitPage(driver: WebDriver, origin: string): DrawnPage {
  const goto = (path: string) => driver.get(new URL(path, origin).href);
  return {
    ...locate(driver, ':root'),
    goto,
    reload: () => driver.navigate().refresh(),
    goBack: () => driver.navigate().back(),
    goForward: () => driver.navigate().forward(),
    keyboard: { type: (text) => driver.switchTo().activeElement().sendKeys(text) },

    waitForURL: (wanted) =>
      until(async () => {
        const url = new URL(await driver.getCurrentUrl());
        assert.ok(typeof wanted === 'function' ? wanted(url) : wanted.test(url.href), `the page is at ${url.href}`);
      }),
    waitForFunction: (read) =>
      until(async () => assert.ok(await driver.executeScript(read), `stays untrue: ${String(read)}`)),

    request: {
      /** Sends a request from a page of the site, so with its cookies. */
      async post(path, { data } = {}) {
        if (!(await driver.getCurrentUrl()).startsWith(origin)) await goto('/');
        const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(data) };
        const send = (to: string, how: RequestInit) =>
          fetch(to, how).then(async (answer) => [answer.status, await answer.text()]);
        await limitScripts(driver, PATIENCE_MS);
        const [status, text] = await driver.executeScript<[number, string]>(send, path, init);
        await limitScripts(driver);
        return { status: () => status, text: async () => text };
      },
    },
  };
}
