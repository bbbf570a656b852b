import assert from 'node:assert/strict';
import type { DOMWindow } from 'jsdom';
import type { Sent } from './http.ts';

const UNTYPED = new Set(['checkbox', 'radio', 'submit', 'button', 'hidden', 'file', 'image', 'reset']);

/** What a visitor types, chooses and sends on one page. */
export class Fields {
  readonly #window: DOMWindow;

  constructor(window: DOMWindow) {
    this.#window = window;
  }

  html(element: Element): HTMLElement {
    assert.ok(element instanceof this.#window.HTMLElement);
    return element;
  }

  value(element: Element): string {
    const { HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement } = this.#window;
    const isField =
      element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement;
    assert.ok(isField, `no field: ${element.outerHTML}`);
    return element.value;
  }

  isChecked(element: Element): boolean {
    assert.ok(element instanceof this.#window.HTMLInputElement, `cannot be checked: ${element.outerHTML}`);
    return element.checked;
  }

  /** Types a text in place of the field's value. */
  fill(element: Element, text: string): void {
    const { HTMLInputElement, HTMLTextAreaElement } = this.#window;
    const isTyped =
      element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && !UNTYPED.has(element.type));
    assert.ok(isTyped, `nothing can be typed into ${element.outerHTML}`);
    assert.ok(!element.readOnly && !element.matches(':disabled'), `not to be changed: ${element.outerHTML}`);
    element.focus();
    element.value = element.maxLength < 0 ? text : text.slice(0, element.maxLength);
  }

  /** Chooses an option by its value or its text. */
  select(element: Element, wanted: string): string[] {
    assert.ok(element instanceof this.#window.HTMLSelectElement, `no select: ${element.outerHTML}`);
    const option = [...element.options].find(({ value, label }) => value === wanted || label === wanted);
    assert.ok(option && !option.disabled, `no option ${wanted}: ${element.outerHTML}`);
    element.value = option.value;
    return [option.value];
  }

  /** The request of a pressed button's form; null if the browser finds a wrong value first, which then has the focus. */
  submission(button: Element, from: URL): Pick<Sent, 'url' | 'method' | 'body'> | null {
    const { HTMLButtonElement, HTMLInputElement, FormData } = this.#window;
    assert.ok(button instanceof HTMLButtonElement || button instanceof HTMLInputElement);
    const { form } = button;
    assert.ok(form, `no form: ${button.outerHTML}`);
    if (!form.noValidate && !button.formNoValidate && !form.checkValidity()) {
      const [wrong] = form.querySelectorAll(':invalid:not(fieldset)');
      assert.ok(wrong);
      this.html(wrong).focus();
      return null;
    }
    const asked = (name: string) => button.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? '';
    assert.ok(['', 'application/x-www-form-urlencoded'].includes(asked('enctype')), 'another encoding');
    const entries = Array.from(new FormData(form, button), ([name, value]): [string, string] => [
      inLines(name),
      // In this encoding a file is its name; without a file it is empty.
      inLines(typeof value === 'string' ? value : value.name),
    ]);
    const body = new URLSearchParams(entries).toString();
    const url = new URL(asked('action') || from, form.baseURI);
    assert.equal(url.origin, from.origin, 'the policy of the pages forbids to send a form to another site');
    const method = asked('method').toLowerCase();
    if (method === 'post') return { url, method: 'POST', body };
    assert.ok(['', 'get'].includes(method), `a form of method ${method}`);
    url.search = body;
    return { url, method: 'GET', body: null };
  }
}

/** Line breaks as forms send them. */
function inLines(text: string): string {
  return text.replaceAll(/\r\n?|\n/g, '\r\n');
}
