import assert from 'node:assert/strict';
import type { AnyLocator, Filter, RoleOptions, TextOptions } from '../any-page.ts';
import type { PlainDocument } from './document.ts';
import { hasRole } from './role.ts';
import { type Words, fits, innerText, labelsOf, textOf } from './text.ts';

type Find = (document: PlainDocument) => Element[];

/**
 * Elements of a page without script, looked up anew by each call. Such a page changes only by what its visitor does, and each action
 * resolves when its page has loaded, so nothing is waited for.
 */
export class PlainLocator implements AnyLocator {
  readonly #now: () => PlainDocument;
  readonly #find: Find;
  readonly words: string;

  constructor(now: () => PlainDocument, words: string, find: Find) {
    this.#now = now;
    this.words = words;
    this.#find = find;
  }

  getByRole(role: string, options: RoleOptions = {}): PlainLocator {
    const words = `${role}${options.name === undefined ? '' : ` ${String(options.name)}`}`;
    return this.#within(words, (element, { display }) => hasRole(element, role, options, display));
  }

  getByLabel(text: Words, { exact }: TextOptions = {}): PlainLocator {
    return this.#within(`label ${String(text)}`, (element) =>
      labelsOf(element).some((label) => fits(label, text, exact)),
    );
  }

  /** The innermost elements with this text. As in Playwright, the element that is searched may be one. */
  getByText(text: Words, { exact }: TextOptions = {}): PlainLocator {
    const has = (element: Element) => fits(textOf(element), text, exact);
    const isInnermost = (element: Element) =>
      !element.closest('head') && has(element) && !Array.from(element.children).some(has);
    return this.#derived(`text ${String(text)}`, (found) =>
      inOrder(found.flatMap((element) => [element, ...element.querySelectorAll('*')])).filter(isInnermost),
    );
  }

  locator(selector: string): PlainLocator {
    if (selector === '..') {
      return this.#derived('parent', (found) => [
        ...new Set(found.flatMap(({ parentElement }) => parentElement ?? [])),
      ]);
    }
    const within = selector.startsWith('>') ? `:scope ${selector}` : selector;
    return this.#derived(selector, (found) =>
      inOrder(found.flatMap((element) => [...element.querySelectorAll(within)])),
    );
  }

  filter({ has, hasText, hasNotText, visible }: Filter = {}): PlainLocator {
    const inner = has === undefined ? null : ours(has);
    return this.#derived(`with ${String(hasText ?? hasNotText ?? inner?.words ?? visible)}`, (found, document) =>
      found.filter(
        (element) =>
          (hasText === undefined || fits(textOf(element), hasText)) &&
          (hasNotText === undefined || !fits(textOf(element), hasNotText)) &&
          (visible === undefined || document.display.isShown(element) === visible) &&
          (inner === null || inner.#find(document).some((each) => each !== element && element.contains(each))),
      ),
    );
  }

  and(other: AnyLocator): PlainLocator {
    const both = ours(other);
    return this.#derived(`and ${both.words}`, (found, document) => {
      const others = new Set(both.#find(document));
      return found.filter((element) => others.has(element));
    });
  }

  or(other: AnyLocator): PlainLocator {
    const either = ours(other);
    return this.#derived(`or ${either.words}`, (found, document) => inOrder([...found, ...either.#find(document)]));
  }

  first(): PlainLocator {
    return this.#derived('first', (found) => found.slice(0, 1));
  }

  last(): PlainLocator {
    return this.#derived('last', (found) => found.slice(-1));
  }

  async all(): Promise<PlainLocator[]> {
    return this.#found().map((_, index) =>
      this.#derived(`number ${index + 1}`, (found) => found.slice(index, index + 1)),
    );
  }

  async count(): Promise<number> {
    return this.#found().length;
  }

  async waitFor({ state = 'visible' }: { state?: 'attached' | 'detached' | 'visible' | 'hidden' } = {}): Promise<void> {
    if (state === 'attached') this.#only();
    else if (state === 'detached') assert.deepEqual(this.#found().map(textOf), [], `${this.words} is still there`);
    else if (state === 'hidden') assert.equal(await this.isVisible(), false, `${this.words} is still visible`);
    else this.#visible();
  }

  async isVisible(): Promise<boolean> {
    const found = this.#found();
    if (found.length > 1) this.#only();
    return found.every((element) => this.#now().display.isShown(element)) && found.length === 1;
  }

  async isChecked(): Promise<boolean> {
    return this.#now().fields.isChecked(this.#only());
  }

  async inputValue(): Promise<string> {
    return this.#now().fields.value(this.#only());
  }

  async innerText(): Promise<string> {
    return innerText(this.#only(), this.#now().display);
  }

  async allInnerTexts(): Promise<string[]> {
    return this.#found().map((element) => innerText(element, this.#now().display));
  }

  async getAttribute(name: string): Promise<string | null> {
    return this.#only().getAttribute(name);
  }

  async evaluate<Result>(read: (element: HTMLElement) => Result): Promise<Result> {
    return read(this.#now().fields.html(this.#only()));
  }

  async click(): Promise<void> {
    await this.#now().click(this.#visible());
  }

  async check(): Promise<void> {
    if (await this.isChecked()) return;
    await this.click();
    assert.ok(await this.isChecked(), `${this.words} stays unchecked`);
  }

  async fill(value: string): Promise<void> {
    this.#now().fields.fill(this.#visible(), value);
  }

  async selectOption(value: string): Promise<string[]> {
    return this.#now().fields.select(this.#visible(), value);
  }

  async setInputFiles(): Promise<void> {
    throw new Error('this browser sends no files');
  }

  #found(): Element[] {
    return this.#find(this.#now());
  }

  /** The only element; with none or several the test fails, as it would in Chromium. */
  #only(): Element {
    const found = this.#found();
    const [element] = found;
    if (element && found.length === 1) return element;
    const all = found.map((each) => each.outerHTML.slice(0, 200)).join('\n');
    throw new Error(`${found.length} elements are: ${this.words}\n${all}`);
  }

  #visible(): Element {
    const element = this.#only();
    assert.ok(this.#now().display.isShown(element), `${this.words} is hidden`);
    return element;
  }

  #within(words: string, is: (element: Element, document: PlainDocument) => boolean): PlainLocator {
    return this.#derived(words, (found, document) =>
      inOrder(found.flatMap((element) => [...element.querySelectorAll('*')])).filter((element) =>
        is(element, document),
      ),
    );
  }

  #derived(words: string, next: (found: Element[], document: PlainDocument) => Element[]): PlainLocator {
    return new PlainLocator(this.#now, `${this.words}, ${words}`, (document) => next(this.#find(document), document));
  }
}

function ours(locator: AnyLocator): PlainLocator {
  assert.ok(locator instanceof PlainLocator, 'a locator of another browser');
  return locator;
}

/** Each element once, in the order of the document. */
function inOrder(elements: readonly Element[]): Element[] {
  return [...new Set(elements)].toSorted((one, other) =>
    one.compareDocumentPosition(other) & one.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
}
