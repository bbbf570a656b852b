/** A page of WebKit behind the part of Playwright's interface that flows use: WebDriver acts, and `in-page.ts` finds. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { getByLabelSelector, getByRoleSelector, getByTextSelector } from 'ivya';
import type { WebDriver, WebElement } from 'selenium-webdriver';
import { vi } from 'vitest';
import { PATIENCE_MS } from '#tests/patience.ts';
import type { AnyLocator, DrawnPage, Filter, RoleOptions, TextOptions } from '../any-page.ts';

type Words = string | RegExp;

let turn: Promise<unknown> = Promise.resolve();

/** Looks again and again. The driver can't do two things at once: one of them would never be answered. */
function until<Result>(look: () => Promise<Result>): Promise<Result> {
  const lookInTurn = (): Promise<Result> => {
    const looked = turn.then(look);
    turn = looked.catch(() => {});
    return looked;
  };
  return vi.waitFor(lookInTurn, { interval: 50, timeout: PATIENCE_MS });
}

/** Elements by a selector of Playwright's, looked up by each call. */
class WebKitLocator implements AnyLocator {
  protected readonly driver: WebDriver;
  readonly selector: string;

  constructor(driver: WebDriver, selector: string) {
    this.driver = driver;
    this.selector = selector;
  }

  locator(selector: string): WebKitLocator {
    return new WebKitLocator(this.driver, `${this.selector} >> ${selector}`);
  }

  getByRole(role: string, options?: RoleOptions): WebKitLocator {
    return this.locator(getByRoleSelector(role, options));
  }

  getByLabel(text: Words, options?: TextOptions): WebKitLocator {
    return this.locator(getByLabelSelector(text, options));
  }

  getByText(text: Words, options?: TextOptions): WebKitLocator {
    return this.locator(getByTextSelector(text, options));
  }

  filter({ has, hasText, hasNotText, visible }: Filter = {}): WebKitLocator {
    const parts = [
      has && `internal:has=${nested(has)}`,
      hasText && getByTextSelector(hasText).replace('text', 'has-text'),
      hasNotText && getByTextSelector(hasNotText).replace('text', 'has-not-text'),
      visible !== undefined && `visible=${visible}`,
    ];
    return this.locator(parts.filter(Boolean).join(' >> '));
  }

  and = (other: AnyLocator): WebKitLocator => this.locator(`internal:and=${nested(other)}`);
  or = (other: AnyLocator): WebKitLocator => this.locator(`internal:or=${nested(other)}`);
  first = (): WebKitLocator => this.locator('nth=0');
  last = (): WebKitLocator => this.locator('nth=-1');

  async all(): Promise<WebKitLocator[]> {
    return Array.from({ length: await this.count() }, (_, index) => this.locator(`nth=${index}`));
  }

  async count(): Promise<number> {
    return (await this.#found()).length;
  }

  async isVisible(): Promise<boolean> {
    return (await this.filter({ visible: true }).count()) === 1;
  }

  async waitFor({ state = 'visible' }: Parameters<AnyLocator['waitFor']>[0] = {}): Promise<void> {
    const asked = state === 'visible' || state === 'hidden' ? this.filter({ visible: true }) : this;
    const wanted = state === 'visible' || state === 'attached' ? 1 : 0;
    await until(async () => assert.equal(await asked.count(), wanted, `not ${state}: ${this.selector}`));
  }

  evaluate<Result>(read: (element: HTMLElement) => Result): Promise<Result> {
    return until(async () => this.driver.executeScript<Result>(read, await this.#only()));
  }

  isChecked = () => this.evaluate((input) => (input as HTMLInputElement).checked);
  inputValue = () => this.evaluate((field) => (field as HTMLInputElement).value);
  innerText = () => this.evaluate((element) => element.innerText.trim());
  allInnerTexts = async () => Promise.all((await this.all()).map((each) => each.innerText()));
  getAttribute = (name: string) => until(async () => (await this.#only()).getDomAttribute(name));

  async click(): Promise<void> {
    await until(async () => (await this.#inView()).click());
  }

  async check(): Promise<void> {
    if (!(await this.isChecked())) await this.click();
    assert.ok(await this.isChecked(), `stays unchecked: ${this.selector}`);
  }

  /** Types the value all at once. */
  async fill(value: string): Promise<void> {
    await this.driver.executeScript(typeInto, await until(() => this.#inView()), value);
  }

  async selectOption(value: string): Promise<string[]> {
    await until(() => this.#inView());
    const named = this.locator('option').filter({ hasText: value });
    const option = this.locator(`option[value="${value}"]`).or(named).first();
    await until(async () => (await option.#only()).click());
    return [await this.inputValue()];
  }

  async setInputFiles(path: string): Promise<void> {
    await (await until(() => this.#only())).sendKeys(path);
  }

  #found(): Promise<WebElement[]> {
    return this.driver.executeScript('return findAll(arguments[0])', this.selector);
  }

  async #only(): Promise<WebElement> {
    const [element, ...others] = await this.#found();
    assert.ok(element && others.length === 0, `${element ? others.length + 1 : 0} elements are: ${this.selector}`);
    return element;
  }

  /** The only element, in the middle of the window, where no bar covers it. */
  async #inView(): Promise<WebElement> {
    const element = await this.#only();
    assert.ok(await this.isVisible(), `hidden: ${this.selector}`);
    await this.driver.executeScript('arguments[0].scrollIntoView({ block: "center", behavior: "instant" })', element);
    return element;
  }
}

function nested(locator: AnyLocator): string {
  return JSON.stringify((locator as WebKitLocator).selector);
}

function typeInto(field: HTMLInputElement, value: string): void {
  field.focus();
  if (field.type === 'date') {
    field.value = value;
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  } else {
    field.select();
    document.execCommand(value === '' ? 'delete' : 'insertText', false, value);
  }
}

export class WebKitPage extends WebKitLocator implements DrawnPage {
  readonly #origin: string;

  constructor(driver: WebDriver, origin: string) {
    super(driver, ':root');
    this.#origin = origin;
  }

  goto = (url: string) => this.driver.get(new URL(url, this.#origin).href);
  reload = () => this.driver.navigate().refresh();
  goBack = () => this.driver.navigate().back();
  goForward = () => this.driver.navigate().forward();
  screenshot = async ({ path }: { path: string }) => writeFile(path, await this.driver.takeScreenshot(), 'base64');

  readonly keyboard = { type: (text: string) => this.driver.switchTo().activeElement().sendKeys(text) };

  async waitForURL(wanted: RegExp | ((url: URL) => boolean)): Promise<void> {
    await until(async () => {
      const url = new URL(await this.driver.executeScript<string>('return location.href'));
      assert.ok(typeof wanted === 'function' ? wanted(url) : wanted.test(url.href), `the page is at ${url.href}`);
    });
  }

  async waitForFunction(read: () => unknown): Promise<void> {
    await until(async () => assert.ok(await this.driver.executeScript(read), `stays untrue: ${String(read)}`));
  }

  readonly request: DrawnPage['request'] = {
    /** Sends a request from a page of the site, so with its cookies. */
    post: async (path, { data } = {}) => {
      if (!(await this.driver.getCurrentUrl()).startsWith(this.#origin)) await this.goto('/');
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(data) };
      const send = async (path: string, init: RequestInit) => {
        const response = await fetch(path, init);
        return [response.status, await response.text()];
      };
      const [status, text] = await this.driver.executeScript<[number, string]>(send, path, init);
      return { status: () => status, text: async () => text };
    },
  };
}
