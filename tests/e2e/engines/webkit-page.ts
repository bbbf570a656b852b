/** Implements for WebKit the part of Playwright's interface that flows use: ivya finds elements, WebDriver reads and acts. */
import assert from 'node:assert/strict';
import { getByLabelSelector, getByRoleSelector, getByTextSelector } from 'ivya';
import PQueue from 'p-queue';
import { Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { vi } from 'vitest';
import { PATIENCE_MS } from '#tests/patience.ts';
import type { EngineLocator, EnginePage } from '../engine-page.ts';

type WebKitLocator = EngineLocator & { readonly selector: string };

/** The driver never responds to one of two concurrent commands, or to one that a navigation interrupts. */
const commands = new PQueue({ concurrency: 1, timeout: PATIENCE_MS / 3 });

function retry<Result>(run: () => Promise<Result>): Promise<Result> {
  return vi.waitFor(() => commands.add(run), { interval: 50, timeout: PATIENCE_MS });
}

/** A locator by one of Playwright's selectors. `ivya` is the text of a script that defines the variable `ivya`. */
function locate(driver: WebDriver, ivya: string, selector: string): WebKitLocator {
  const within = (part: string): WebKitLocator => locate(driver, ivya, `${selector} >> ${part}`);
  const query = "return ivya.Ivya.create({ browser: 'webkit' }).queryLocatorSelectorAll(arguments[0], document)";
  const findAll = () => driver.executeScript<WebElement[]>(`${ivya}\n${query}`, selector);
  const withOneElement = <Result>(use: (element: WebElement) => Promise<Result>) =>
    retry(async () => {
      const [element, ...others] = await findAll();
      assert.ok(element && others.length === 0, `${element ? others.length + 1 : 0} elements match ${selector}`);
      return use(element);
    });
  const scrollAndAct = (action: (element: WebElement) => Promise<void>) =>
    withOneElement(async (element) => {
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
    evaluate: (script) => withOneElement((element) => driver.executeScript(script, element)),
    isChecked: () => withOneElement((box) => box.isSelected()),
    inputValue: () => withOneElement((field) => field.getProperty('value')),
    innerText: () => withOneElement((element) => element.getProperty('innerText')),
    allInnerTexts: () => retry(async () => Array.fromAsync(await findAll(), (each) => each.getProperty('innerText'))),

    click: () => scrollAndAct((element) => element.click()),
    check: () => scrollAndAct(async (box) => ((await box.isSelected()) ? undefined : box.click())),
    selectOption: (name) => within(getByRoleSelector('option', { name, exact: true })).click(),
    setInputFiles: (path) => withOneElement((field) => field.sendKeys(path)),
    fill: (value) =>
      scrollAndAct(async (field) => {
        await field.clear();
        await field.sendKeys(value.replaceAll('\n', Key.ENTER));
      }),
  };
}

/** In the middle, no sticky bar covers the element. */
function scrollToMiddle(element: Element): void {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
}

export function webKitPage(driver: WebDriver, ivya: string, origin: string): EnginePage {
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
