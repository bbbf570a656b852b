/** A page of WebKit behind the part of Playwright's interface that flows use: ivya finds elements, and WebDriver reads and acts. */
import assert from 'node:assert/strict';
import { getByLabelSelector, getByRoleSelector, getByTextSelector } from 'ivya';
import PQueue from 'p-queue';
import { Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { vi } from 'vitest';
import { PATIENCE_MS } from '#tests/patience.ts';
import type { BaseLocator, RenderedPage } from '../any-page.ts';

type WebKitLocator = BaseLocator & { readonly selector: string };

/** The driver can't run two commands at once: one of them would never be answered. Nor is one that a navigation cuts off. */
const commands = new PQueue({ concurrency: 1, timeout: PATIENCE_MS / 3 });

function retry<Result>(run: () => Promise<Result>): Promise<Result> {
  return vi.waitFor(() => commands.add(run), { interval: 50, timeout: PATIENCE_MS });
}

/** Elements by a selector of Playwright's, found by each call. `ivya` is a script that defines the variable `ivya`. */
function locate(driver: WebDriver, ivya: string, selector: string): WebKitLocator {
  const within = (part: string): WebKitLocator => locate(driver, ivya, `${selector} >> ${part}`);
  const query = "return ivya.Ivya.create({ browser: 'webkit' }).queryLocatorSelectorAll(arguments[0], document)";
  const findAll = () => driver.executeScript<WebElement[]>(`${ivya}\n${query}`, selector);
  const withOnly = <Result>(use: (element: WebElement) => Promise<Result>) =>
    retry(async () => {
      const [element, ...others] = await findAll();
      assert.ok(element && others.length === 0, `${element ? others.length + 1 : 0} elements are: ${selector}`);
      return use(element);
    });
  const act = (action: (element: WebElement) => Promise<void>) =>
    withOnly(async (element) => {
      await driver.executeScript(scrollToMiddle, element);
      await action(element);
    });

  return {
    selector,
    locator: within,
    getByRole: (...role) => within(getByRoleSelector(...role)),
    getByLabel: (...label) => within(getByLabelSelector(...label)),
    getByText: (...text) => within(getByTextSelector(...text)),
    filter: ({ hasText, visible } = {}) =>
      within(hasText ? getByTextSelector(hasText).replace('text', 'has-text') : `visible=${visible}`),
    or: (other) => within(`internal:or=${JSON.stringify((other as WebKitLocator).selector)}`),
    first: () => within('nth=0'),
    last: () => within('nth=-1'),

    count: () => retry(async () => (await findAll()).length),
    isVisible: async () => (await within('visible=true').count()) > 0,
    async waitFor({ state = 'visible' } = {}) {
      const [found, wanted] = state === 'visible' ? [within('visible=true'), 1] : [this, 0];
      await vi.waitFor(async () => assert.equal(await found.count(), wanted, `not ${state}: ${selector}`), {
        interval: 50,
        timeout: PATIENCE_MS,
      });
    },
    evaluate: (script) => withOnly((element) => driver.executeScript(script, element)),
    isChecked: () => withOnly((box) => box.isSelected()),
    inputValue: () => withOnly((field) => field.getProperty('value')),
    innerText: () => withOnly((element) => element.getProperty('innerText')),
    allInnerTexts: () => retry(async () => Array.fromAsync(await findAll(), (each) => each.getProperty('innerText'))),

    click: () => act((element) => element.click()),
    check: () => act(async (box) => ((await box.isSelected()) ? undefined : box.click())),
    selectOption: (name) => within(getByRoleSelector('option', { name, exact: true })).click(),
    setInputFiles: (path) => withOnly((field) => field.sendKeys(path)),
    fill: (value) =>
      act(async (field) => {
        await field.clear();
        await field.sendKeys(value.replaceAll('\n', Key.ENTER));
      }),
  };
}

/** Where no sticky bar covers the element. */
function scrollToMiddle(element: Element): void {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
}

export function webKitPage(driver: WebDriver, ivya: string, origin: string): RenderedPage {
  return {
    ...locate(driver, ivya, ':root'),
    goto: (path) => driver.get(new URL(path, origin).href),
    reload: () => driver.navigate().refresh(),
    goBack: () => driver.navigate().back(),
    goForward: () => driver.navigate().forward(),
    request: {
      post(path, { data, headers } = {}) {
        const sent = { 'content-type': 'application/json', ...headers };
        const init = { method: 'POST', headers: sent, body: JSON.stringify(data) };
        return driver.executeScript('return fetch(...arguments).then(({ status }) => status)', path, init);
      },
    },
    keyboard: { type: (text) => driver.switchTo().activeElement().sendKeys(text) },
    waitForURL: (isWanted) => retry(async () => assert.ok(isWanted(new URL(await driver.getCurrentUrl())))),
    waitForFunction: (read) => retry(async () => assert.ok(await driver.executeScript(read), String(read))),
  };
}
