import assert from 'node:assert/strict';
import { type DOMWindow, JSDOM } from 'jsdom';
import { Display } from './display.ts';
import type { DisplayRule } from './display-rules.ts';
import { Fields } from './fields.ts';
import type { Answer, Sent } from './http.ts';

const PRESSED = 'a[href], button, input[type=submit], input[type=image]';
const LAYOUT = ['clientHeight', 'clientWidth', 'clientTop', 'clientLeft', 'scrollHeight', 'scrollWidth'] as const;

type Request = Pick<Sent, 'url' | 'method' | 'body'>;

/** One page that a visitor without script has loaded. */
export class PlainDocument {
  readonly display: Display;
  readonly fields: Fields;
  readonly answer: Answer;
  readonly #dom: JSDOM;
  readonly #follow: (request: Request) => Promise<void>;

  constructor(
    answer: Answer,
    { rules, follow }: { rules: readonly DisplayRule[]; follow: (request: Request) => Promise<void> },
  ) {
    const type = answer.headers()['content-type'] ?? '';
    const html = type.startsWith('text/html') ? answer.body : `<pre>${answer.body.replaceAll('<', '&lt;')}</pre>`;
    // Scripts do not run, and so what is for browsers without them is read as markup.
    this.#dom = new JSDOM(html, { url: answer.url.href, beforeParse: withoutLayout });
    this.answer = answer;
    this.display = new Display(rules);
    this.fields = new Fields(this.#dom.window);
    this.#follow = follow;
    this.#focusFirst();
  }

  get root(): Element {
    return this.#dom.window.document.documentElement;
  }

  get url(): URL {
    return new URL(this.#dom.window.location.href);
  }

  content(): string {
    return this.#dom.serialize();
  }

  /** Clicks an element. Resolves when the page that this leads to has loaded. */
  async click(element: Element): Promise<void> {
    assert.ok(!element.matches(':disabled'), `disabled: ${element.outerHTML}`);
    const { window } = this.#dom;
    const pressed: Element[] = [];
    const note = (event: Event) => {
      const path = event.target instanceof window.Element ? event.target.closest(PRESSED) : null;
      if (path === null) return;
      event.preventDefault();
      pressed.push(path);
    };
    window.document.addEventListener('click', note);
    element.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true }));
    window.document.removeEventListener('click', note);
    for (const each of pressed) await this.#press(each);
  }

  async #press(pressed: Element): Promise<void> {
    const target = pressed.getAttribute('popovertarget');
    if (target !== null) this.#toggle(target);
    else if (pressed.localName === 'a') await this.#open(pressed);
    else if (pressed.getAttribute('type') !== 'button') {
      const request = this.fields.submission(pressed, this.url);
      if (request) await this.#follow(request);
    }
  }

  async #open(link: Element): Promise<void> {
    assert.ok(['', '_self'].includes(link.getAttribute('target') ?? ''), `opens a window: ${link.outerHTML}`);
    const { url } = this;
    const next = new URL(link.getAttribute('href') ?? '', url);
    const isHere = next.hash !== '' && next.href.replace(/#.*/, '') === url.href.replace(/#.*/, '');
    if (!isHere) return this.#follow({ url: next, method: 'GET', body: null });
    this.#dom.reconfigure({ url: next.href });
    this.#focusTarget();
  }

  #toggle(id: string): void {
    const popover = this.#dom.window.document.getElementById(id);
    assert.ok(popover, `no popover: ${id}`);
    const { openPopovers } = this.display;
    if (openPopovers.has(popover)) openPopovers.delete(popover);
    else openPopovers.add(popover);
  }

  #focusFirst(): void {
    if (this.url.hash !== '') return this.#focusTarget();
    const all = [...this.root.querySelectorAll('[autofocus]')];
    const first = all.find((element) => this.display.isShown(element));
    if (first) this.fields.html(first).focus();
  }

  #focusTarget(): void {
    const target = this.#dom.window.document.getElementById(decodeURIComponent(this.url.hash.slice(1)));
    if (target) this.fields.html(target).focus();
  }
}

/** There is no layout here, so reading one fails the test, which belongs in Chromium. */
function withoutLayout(window: DOMWindow): void {
  const refuse = (): never => {
    throw new Error('a page without Chromium has no layout: visit with { in: "chromium" }');
  };
  for (const name of LAYOUT) Object.defineProperty(window.Element.prototype, name, { get: refuse });
  for (const name of ['offsetHeight', 'offsetWidth', 'offsetTop', 'offsetLeft']) {
    Object.defineProperty(window.HTMLElement.prototype, name, { get: refuse });
  }
  Object.defineProperty(window.Element.prototype, 'getBoundingClientRect', { value: refuse });
  Object.defineProperty(window, 'getComputedStyle', { value: refuse });
}
