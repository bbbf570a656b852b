/** A page of WebKit behind the part of Playwright's interface that flows use: WebDriver acts, and `in-page.ts` finds. */
import assert from 'node:assert/strict';
import { getByLabelSelector, getByRoleSelector, getByTextSelector } from 'ivya';
import type { WebDriver, WebElement } from 'selenium-webdriver';
import { vi } from 'vitest';
import { PATIENCE_MS } from '#tests/patience.ts';
import type { AnyLocator, DrawnPage } from '../any-page.ts';

type WebKitLocator = AnyLocator & { readonly selector: string };

/** The driver never answers about a script that a navigation ended. */
export async function setScriptTimeout(driver: WebDriver, script = 3000): Promise<void> {
  await driver.manage().setTimeouts({ script });
}

let lastCommand: Promise<unknown> = Promise.resolve();

/** Repeats a command until it succeeds. Commands wait for each other, because the driver never answers one of two at once. */
function until<Result>(send: () => Promise<Result>): Promise<Result> {
  const sendInTurn = (): Promise<Result> => {
    const command = lastCommand.then(send);
    lastCommand = command.catch(() => {});
    return command;
  };
  return vi.waitFor(sendInTurn, { interval: 50, timeout: PATIENCE_MS });
}

/** Elements by a selector of Playwright's, looked up by each call. */
function locate(driver: WebDriver, selector: string): WebKitLocator {
  const within = (part: string): WebKitLocator => locate(driver, `${selector} >> ${part}`);
  const nested = (other: AnyLocator) => JSON.stringify((other as WebKitLocator).selector);
  const find = (finder: string) => driver.executeScript<WebElement>(`return ${finder}(arguments[0])`, selector);
  const act = (action: (element: WebElement) => Promise<void>) => until(async () => action(await find('showOnly')));
  const fill = (value: string) => act((field) => driver.executeScript<void>(enterValue, field, value));
  const ask = <Result>(finder: string, script: (found: never) => Result, at = selector) =>
    driver.executeScript<Result>(`return (${String(script)})(${finder}(arguments[0]))`, at);
  const read = <Result>(script: (found: never) => Result, finder = 'findOnly') => until(() => ask(finder, script));
  const count = (at = selector) => ask('findAll', ({ length }: Element[]) => length, at);

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
    fill,
    selectOption: fill,
    setInputFiles: (path) => until(async () => (await find('findOnly')).sendKeys(path)),
  };
}

/** Types a value all at once, or chooses an option. */
function enterValue(field: HTMLInputElement | HTMLSelectElement, value: string): void {
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
      async post(path, { data, headers } = {}) {
        if (!(await driver.getCurrentUrl()).startsWith(origin)) await goto('/');
        const type = { 'content-type': 'application/json' };
        const init = { method: 'POST', headers: { ...type, ...headers }, body: JSON.stringify(data) };
        const send = (to: string, how: RequestInit) =>
          fetch(to, how).then(async (answer) => [answer.status, await answer.text()]);
        await setScriptTimeout(driver, PATIENCE_MS);
        const [status, text] = await driver.executeScript<[number, string]>(send, path, init);
        await setScriptTimeout(driver);
        return { status: () => status, text: async () => text };
      },
    },
  };
}
