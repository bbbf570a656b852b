import { randomBytes } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { BLANKS, BlankPage, type Filling, newFilling } from '#server/web/render/blanks.ts';

const { nonce, key } = BLANKS;

/** A page like the product's: the nonce on every element of the head, the key in the form and in the data. */
const PAGE = `<head>${`<meta name="a" nonce="${nonce}"/>`.repeat(20)}</head><input type="hidden" name="key" value="${key}"/>
${'<p>An open morning</p>'.repeat(500)}<script nonce="${nonce}">({ postKey: "${key}" })</script>`;

function filled(page: string, filling: Filling): string {
  return page.replaceAll(nonce, filling.nonce).replaceAll(key, filling.key);
}

test('each visitor gets the page with a nonce and a key of their own', async () => {
  const page = await BlankPage.of(Buffer.from(PAGE));
  const fillings = [newFilling(), newFilling()];
  for (const filling of fillings) {
    expect(page.html(filling).toString()).toBe(filled(PAGE, filling));
    const brotli = page.brotli(filling);
    expect(brotli!.length).toBeLessThan(500);
    expect(brotliDecompressSync(brotli!).toString()).toBe(filled(PAGE, filling));
  }
  expect(fillings[0]!.nonce).not.toBe(fillings[1]!.nonce);
  expect(fillings[0]!.key).not.toBe(fillings[1]!.key);
});

test('a filling is as long as the blanks', () => {
  const filling = newFilling();
  expect(filling.nonce).toHaveLength(nonce.length);
  expect(filling.key).toHaveLength(key.length);
});

test('a page without blanks is the same for every visitor', async () => {
  const page = await BlankPage.of(Buffer.from('<p>nothing to fill in</p>'));
  expect(page.html(newFilling()).toString()).toBe('<p>nothing to fill in</p>');
  expect(brotliDecompressSync(page.brotli(newFilling())!).toString()).toBe('<p>nothing to fill in</p>');
});

test('a page whose compressed blanks cannot be filled in is not compressed ahead', async () => {
  // Parts of the blank come before it, so that it is compressed as references to them.
  const parts = [nonce.slice(0, 12), nonce.slice(12)].map((part) => randomBytes(50).toString('hex') + part);
  const html = `${parts.join('')}<script nonce="${nonce}"></script>`;
  const page = await BlankPage.of(Buffer.from(html));
  const filling = newFilling();
  expect(page.brotli(filling)).toBeNull();
  expect(page.html(filling).toString()).toBe(filled(html, filling));
});
